import { FEWEST_AFFECTED, seenAgain, type FindingHistory } from '@assay/findings/mining/finding-history';
import { fisherHigher } from '@assay/grading/statistics/fisher';

/** The evidence of one wave about a signal. */
export interface WaveSighting {
  windowId: string;
  /** Sessions in which it happened, and in which it could have happened. */
  affected: number;
  exposed: number;
  /** The chance of a false alarm that a change may have: the wave's share for each signal that it compares. */
  alpha: number;
}

/** The chance that a wave in which nothing changed raises an alarm about any of its signals. */
export const FALSE_ALARMS = 0.05;

/**
 * The state of a finding after its project's waves, in their order; undefined when no wave showed it. Each wave is compared
 * with all waves since the last change together, by Fisher's exact test. Seen in clearly more sessions than there, it is
 * `regressed`, also when it is seen for the first time; seen without a clear change, it is `new` the first time and
 * `recurring` later. Not seen, and in clearly fewer sessions than there, it is `resolved`; not seen without a clear change,
 * it stays as it was.
 */
export function findingHistory(waves: readonly WaveSighting[]): FindingHistory | undefined {
  let history: FindingHistory | undefined;
  let [affected, exposed] = [0, 0];
  for (const wave of waves) {
    if (wave.exposed === 0) continue;
    const [old, now] = [
      { passed: affected, trials: exposed },
      { passed: wave.affected, trials: wave.exposed },
    ];
    const isSeen = wave.affected >= FEWEST_AFFECTED;
    const isWorse = isSeen && fisherHigher(old, now) < wave.alpha;
    const isBetter = !isSeen && fisherHigher(now, old) < wave.alpha;
    if (isSeen) history = seenAgain(history, wave, isWorse ? 'regressed' : history ? 'recurring' : 'new');
    else if (history && isBetter) history = { ...history, status: 'resolved', resolvedBy: wave.windowId };
    if (isWorse || isBetter) [affected, exposed] = [wave.affected, wave.exposed];
    else [affected, exposed] = [affected + wave.affected, exposed + wave.exposed];
  }
  return history;
}
