import type { EvalSuite } from '@assay/contract/areas/suites/documents';

/** The counts of a run as its reads show them. */
export interface RunCounts {
  measurementUnit: 'trial' | 'caseVariant';
  total: number;
  passed: number;
  failed: number;
  passRate: number;
}

/** A finished run in the history of its suite. */
export interface PastRun extends RunCounts {
  id: string;
  status: string;
  createdAt: number;
}

/** How many trials of a run passed and failed. */
export interface TrialCounts {
  passed: number;
  failed: number;
}

/** The history of a suite's finished runs: the latest ones, newest first, and the trials of all. */
export interface RunHistory {
  recent: PastRun[];
  totals: TrialCounts & { runs: number };
}

/** The number of runs in a trend. */
const REMEMBERED = 20;

/**
 * Adds a finished run. Runs may finish in another order than they started in; the latest is the one that started last.
 */
export function withRun({ recent, totals }: RunHistory, run: PastRun, trials: TrialCounts): RunHistory {
  return {
    recent: [...recent, run].toSorted((a, b) => b.createdAt - a.createdAt).slice(0, REMEMBERED),
    totals: { runs: totals.runs + 1, passed: totals.passed + trials.passed, failed: totals.failed + trials.failed },
  };
}

/** Replaces the counts of a run that was graded again. */
export function regradedHistory(
  { recent, totals }: RunHistory,
  { id, counts, before, after }: { id: string; counts: RunCounts; before: TrialCounts; after: TrialCounts },
): RunHistory {
  return {
    recent: recent.map((run) => (run.id === id ? { ...run, ...counts } : run)),
    totals: {
      ...totals,
      passed: totals.passed + after.passed - before.passed,
      failed: totals.failed + after.failed - before.failed,
    },
  };
}

export function latestRun({ recent: [latest] }: RunHistory): EvalSuite['latestRun'] {
  if (!latest) return null;
  const { id, status, measurementUnit, passRate, passed, failed, createdAt } = latest;
  return {
    id,
    status,
    measurementUnit,
    passRate: isMeasured(latest) ? passRate : null,
    passed,
    failed,
    createdAt,
  };
}

/** Pass rates of the completed runs in the history that count in the unit of the latest run, oldest first. */
export const passRateTrend = ({ recent }: RunHistory): number[] =>
  recent
    .filter((run) => isMeasured(run) && run.measurementUnit === recent[0]!.measurementUnit)
    .toReversed()
    .map(({ passRate }) => passRate);

const isMeasured = ({ status, total }: PastRun): boolean => status === 'completed' && total > 0;
