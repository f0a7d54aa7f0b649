import type { EvalSuite } from '@assay/contract/areas/suites/documents';

/** A finished run in the history of its suite. */
export interface PastRun {
  id: string;
  status: string;
  total: number;
  passed: number;
  failed: number;
  createdAt: number;
}

/** The history of a suite's finished runs: the latest ones, newest first, and the totals of all. */
export interface RunHistory {
  recent: PastRun[];
  totals: { runs: number; passed: number; failed: number };
}

/** The number of runs in a trend. */
const REMEMBERED = 20;

/**
 * Adds a finished run. Runs may finish in another order than they started in; the latest is the one that started last.
 */
export function withRun({ recent, totals }: RunHistory, run: PastRun): RunHistory {
  return {
    recent: [...recent, run].toSorted((a, b) => b.createdAt - a.createdAt).slice(0, REMEMBERED),
    totals: { runs: totals.runs + 1, passed: totals.passed + run.passed, failed: totals.failed + run.failed },
  };
}

type Trials = Pick<PastRun, 'passed' | 'failed'>;

/** Replaces the counts of a run that was graded again. */
export function regradedHistory(
  { recent, totals }: RunHistory,
  { id, before, after }: { id: string; before: Trials; after: Trials },
): RunHistory {
  return {
    recent: recent.map((run) => (run.id === id ? { ...run, ...after } : run)),
    totals: {
      ...totals,
      passed: totals.passed + after.passed - before.passed,
      failed: totals.failed + after.failed - before.failed,
    },
  };
}

export function latestRun({ recent: [latest] }: RunHistory): EvalSuite['latestRun'] {
  if (!latest) return null;
  const { id, status, passed, failed, createdAt } = latest;
  return {
    id,
    status,
    passRate: isMeasured(latest) ? passRate(latest) : null,
    passed,
    failed,
    createdAt,
  };
}

/** Pass rates of the completed runs in the history, oldest first. */
export const passRateTrend = ({ recent }: RunHistory): number[] => recent.filter(isMeasured).toReversed().map(passRate);

const isMeasured = ({ status, total }: PastRun): boolean => status === 'completed' && total > 0;
const passRate = ({ passed, total }: PastRun): number => passed / total;
