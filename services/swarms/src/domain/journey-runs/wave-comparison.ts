import type { WaveComparison } from '@assay/contract/areas/journey-runs/wave-comparison';
import { measuredShare } from '@assay/grading/measures/measured-rate';
import { newcombeInterval, type PassCounts } from '@assay/grading/statistics/newcombe';
import type { StoredRun } from './run.ts';
import { trialCounts } from './run-report.ts';

/** With fewer graded sessions on a side nothing is concluded. */
const FEWEST_GRADED = 5;

type Compared = Pick<WaveComparison, 'baseline' | 'wave' | 'difference' | 'conclusion'>;
type ComparedRun = Pick<StoredRun, 'journeyId' | 'spec' | 'tally'>;

/** A journey with one of its targets, over all runs of a wave. */
interface Cell extends PassCounts {
  journeyId: string;
  journeyName: string;
  targetId: string;
  targetName: string;
}

/**
 * Compares the sessions of two waves, journey by journey and target by target; only what both waves have counts, so that
 * the waves differ in nothing else that is known.
 */
export function comparedWaves(
  baseline: readonly ComparedRun[],
  wave: readonly ComparedRun[],
): Omit<WaveComparison, 'projectId' | 'waveId' | 'baselineWaveId'> {
  const [old, now] = [cellsOf(baseline), cellsOf(wave)];
  const both = [...now.keys()].filter((key) => old.has(key));
  return {
    ...compare(sumOf(both.map((key) => old.get(key)!)), sumOf(both.map((key) => now.get(key)!))),
    cells: both.map((key) => {
      const { passed: _passed, trials: _trials, ...cell } = now.get(key)!;
      return { ...cell, ...compare(old.get(key)!, now.get(key)!) };
    }),
    leftOut: { baseline: old.size - both.length, wave: now.size - both.length },
  };
}

function cellsOf(runs: readonly ComparedRun[]): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const { journeyId, spec, tally } of runs)
    spec.targets.forEach(({ targetId, hostName, environment }, i) => {
      const key = `${journeyId} ${targetId}`;
      const { passed, eligible } = trialCounts(tally, i, spec.sessionsPerTarget);
      const before = cells.get(key) ?? { passed: 0, trials: 0 };
      cells.set(key, {
        journeyId,
        journeyName: spec.journeyName,
        targetId,
        targetName: environment?.name ?? hostName,
        passed: before.passed + passed,
        trials: before.trials + eligible,
      });
    });
  return cells;
}

const sumOf = (all: readonly PassCounts[]): PassCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  trials: all.reduce((sum, { trials }) => sum + trials, 0),
});

function compare(old: PassCounts, now: PassCounts): Compared {
  const interval = newcombeInterval(old, now);
  const isEnough = Math.min(old.trials, now.trials) >= FEWEST_GRADED;
  const isClear = isEnough && interval !== null && (interval.lower > 0 || interval.upper < 0);
  return {
    baseline: measuredShare(old.passed, old.trials),
    wave: measuredShare(now.passed, now.trials),
    difference: interval && { delta: now.passed / now.trials - old.passed / old.trials, ...interval },
    conclusion: !isClear ? 'undecided' : interval.lower > 0 ? 'better' : 'worse',
  };
}
