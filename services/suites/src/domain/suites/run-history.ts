import type { EvalSuite } from '@assay/contract/areas/suites/documents';

/** A finished run, as far as a suite remembers it. */
export interface PastRun {
  id: string;
  status: string;
  total: number;
  passed: number;
  failed: number;
  createdAt: number;
}

/** What a suite knows of its finished runs: the latest ones, newest first, and what all of them add up to. */
export interface RunHistory {
  recent: PastRun[];
  totals: { runs: number; passed: number; failed: number };
}

/** As many runs as a trend shows. */
const REMEMBERED = 20;

/** Adds a finished run. Runs may finish in another order than they were started in; the latest is the one started last. */
export function withRun({ recent, totals }: RunHistory, run: PastRun): RunHistory {
  return {
    recent: [...recent, run].toSorted((a, b) => b.createdAt - a.createdAt).slice(0, REMEMBERED),
    totals: { runs: totals.runs + 1, passed: totals.passed + run.passed, failed: totals.failed + run.failed },
  };
}

type Trials = Pick<PastRun, 'passed' | 'failed'>;

/** Counts a run's trials anew. */
export function regraded(
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

/** Pass rates of the remembered runs that completed, oldest first. */
export const passRateTrend = ({ recent }: RunHistory): number[] => recent.filter(isMeasured).toReversed().map(passRate);

const isMeasured = ({ status, total }: PastRun): boolean => status === 'completed' && total > 0;
const passRate = ({ passed, total }: PastRun): number => passed / total;
