import type { EvalSuite } from '@assay/contract/areas/suites/listed-suites';
import { given } from '@assay/contract/given';

type LatestRun = NonNullable<EvalSuite['latestRun']>;
type UndecidedReason = NonNullable<LatestRun['undecided']>['reason'];

/** The verdict and the counts of a run as its reads show them. */
export interface RunCounts extends Pick<
  LatestRun,
  | 'runNumber'
  | 'verdict'
  | 'sentence'
  | 'because'
  | 'measurementUnit'
  | 'total'
  | 'passed'
  | 'failed'
  | 'excluded'
  | 'skipped'
  | 'flakyCases'
  | 'launchedBy'
  | 'launchedByUserId'
> {
  passRate: number;
  undecidedReason?: UndecidedReason;
  undecidedDetail?: string;
  minimumAccuracy?: number;
  passRateInterval?: NonNullable<LatestRun['passRateInterval']>;
}

/** A finished run in the history of its suite. */
export interface PastRun extends RunCounts, Pick<LatestRun, 'id' | 'status' | 'createdAt' | 'completedAt'> {}

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
    recent: worded([...recent, run].toSorted((a, b) => b.createdAt - a.createdAt).slice(0, REMEMBERED)),
    totals: { runs: totals.runs + 1, passed: totals.passed + trials.passed, failed: totals.failed + trials.failed },
  };
}

/** Replaces the verdict and the counts of a run that was graded again. */
export function regradedHistory(
  { recent, totals }: RunHistory,
  { id, counts, before, after }: { id: string; counts: RunCounts; before: TrialCounts; after: TrialCounts },
): RunHistory {
  return {
    recent: worded(recent.map((run) => (run.id === id ? { ...run, ...counts } : run))),
    totals: {
      ...totals,
      passed: totals.passed + after.passed - before.passed,
      failed: totals.failed + after.failed - before.failed,
    },
  };
}

/**
 * Runs with the words of the first alone: no other's words are shown, and lists read whole histories. A NUL, which words
 * of a server may have, would keep SQL from reading the runs as JSON.
 */
const worded = ([latest, ...others]: PastRun[]): PastRun[] =>
  latest
    ? [
        { ...latest, because: latest.because.replaceAll('\u0000', '\ufffd') },
        ...others.map((run) => ({ ...run, sentence: '', because: '' })),
      ]
    : [];

export function latestRun({ recent: [latest] }: RunHistory): EvalSuite['latestRun'] {
  if (!latest) return null;
  const { undecidedReason: reason, undecidedDetail: detail, minimumAccuracy, passRateInterval, ...shown } = latest;
  return {
    ...shown,
    ...(reason && { undecided: { reason, ...given({ detail }) } }),
    passRate: shownRate(latest),
    passRateInterval: passRateInterval ?? null,
    minimumAccuracy: minimumAccuracy ?? null,
  };
}

/** The number of runs in a row of marks. */
const MARKED = 10;

/** The verdicts of the latest runs, oldest first. */
export const recentRuns = ({ recent }: RunHistory): EvalSuite['recentRuns'] =>
  recent
    .slice(0, MARKED)
    .toReversed()
    .map((run) => {
      const { id, runNumber, verdict, createdAt } = run;
      return { id, runNumber, verdict, passRate: shownRate(run), createdAt };
    });

/** Pass rates of the completed runs in the history that count in the unit of the latest run, oldest first. */
export const passRateTrend = ({ recent }: RunHistory): number[] =>
  recent
    .filter((run) => isMeasured(run) && run.measurementUnit === recent[0]!.measurementUnit)
    .toReversed()
    .map(({ passRate }) => passRate);

const shownRate = (run: PastRun): number | null => (isMeasured(run) ? run.passRate : null);

const isMeasured = ({ status, total }: PastRun): boolean => status === 'completed' && total > 0;
