import { countsByWindow, minedFindings, type MinedFinding } from '@assay/findings/mining/mined-findings';
import { signalFingerprint, type CountedSignal } from '@assay/grading/measures/session-signal';
import { findingHistory } from './finding-history.ts';
import type { MinedWeek } from './mined-week.ts';

/**
 * In how many ended sessions of a week a signal could have happened: the sessions that called its tool, or all of them when it
 * is about no known tool, and for declined calls, which are no calls.
 */
export function exposedSessions(
  { dimension, subject }: Pick<CountedSignal, 'dimension' | 'subject'>,
  { sessions, signals }: Pick<MinedWeek, 'sessions' | 'signals'>,
): number {
  if (subject.kind !== 'tool' || subject.id === '' || dimension === 'declinedApproval') return sessions;
  const used = signalFingerprint({ dimension: 'toolUsed', detail: '', subject });
  return signals.find(({ fingerprint }) => fingerprint === used)?.affected ?? 0;
}

/** The findings of a study, from its signals and its mined weeks in their order. */
export function findingsOfStudy(signals: readonly CountedSignal[], weeks: readonly MinedWeek[]): MinedFinding[] {
  const counts = countsByWindow(weeks);
  const troubles = signals.filter(({ dimension }) => dimension !== 'toolUsed');
  return minedFindings(troubles, weeks, (trouble) =>
    findingHistory(
      weeks.map((week, i) => ({
        windowId: week.id,
        affected: counts[i]!.get(trouble.fingerprint)?.affected ?? 0,
        exposed: exposedSessions(trouble, week),
      })),
    ),
  );
}
