import type { ConformanceOutcome, SuiteResult } from '@assay/contract/areas/conformance/documents';
import type { ConformanceSuite, ScenarioStatus } from '@assay/contract/areas/conformance/check';

/** The number of scenarios of a suite with one status. */
export interface ScenarioCount {
  suite: ConformanceSuite;
  status: ScenarioStatus;
  count: number;
}

/** Why a requested suite has no scenarios. */
export interface UnavailableSuite {
  suite: ConformanceSuite;
  reason: string;
}

/** The outcome of a run, or the counts so far. */
export interface ConformanceSummary {
  outcome: ConformanceOutcome | null;
  suites: SuiteResult[];
  totalCases: number;
  totalFailingCases: number;
}

/** The suites of a request that names none. */
export const DEFAULT_SUITES = ['protocol', 'apps', 'tasks'] as const satisfies ConformanceSuite[];

const NOTHING = {
  passed: 0,
  warnings: 0,
  failed: 0,
  skipped: 0,
  notApplicable: 0,
  couldNotRun: 0,
};
const FIELDS: Record<ScenarioStatus, keyof typeof NOTHING> = {
  passed: 'passed',
  warning: 'warnings',
  failed: 'failed',
  skipped: 'skipped',
  notApplicable: 'notApplicable',
  couldNotRun: 'couldNotRun',
};

/** Counts the scenarios of a running run: it has no outcome yet. */
export function summaryOf(requested: ConformanceSuite[], counts: ScenarioCount[]): ConformanceSummary {
  return summary(requested, counts, () => ({ status: 'pending' }));
}

/**
 * Counts the scenarios of a run that is over. One failure fails the run. A suite without results, or a scenario that
 * could not run, makes it incomplete at best.
 */
export function conclusionOf(
  requested: ConformanceSuite[],
  counts: ScenarioCount[],
  unavailable: UnavailableSuite[] = [],
): ConformanceSummary {
  const silent = (suite: ConformanceSuite): Pick<SuiteResult, 'status' | 'reason'> => {
    const known = unavailable.find((each) => each.suite === suite);
    return known
      ? { status: 'notAvailable', reason: known.reason }
      : { status: 'couldNotRun', reason: 'Nothing was reported of this suite.' };
  };
  const pooled = summary(requested, counts, silent);
  const has = (...statuses: SuiteResult['status'][]) =>
    pooled.suites.some(
      ({ status, couldNotRun }) => statuses.includes(status) || (couldNotRun > 0 && statuses.includes('couldNotRun')),
    );
  return {
    ...pooled,
    outcome: has('failed') ? 'failed' : has('couldNotRun', 'notAvailable') ? 'incomplete' : 'passed',
  };
}

function summary(
  requested: ConformanceSuite[],
  counts: ScenarioCount[],
  silent: (suite: ConformanceSuite) => Pick<SuiteResult, 'status' | 'reason'>,
): ConformanceSummary {
  const names = [...new Set([...requested, ...counts.map(({ suite }) => suite)])];
  const suites = names.map((suite): SuiteResult => {
    const own = counts.filter((each) => each.suite === suite);
    const tally = { ...NOTHING, ...Object.fromEntries(own.map(({ status, count }) => [FIELDS[status], count])) };
    const judged = tally.passed + tally.warnings + tally.failed;
    if (judged === 0) return { suite, ...(own.length > 0 ? unjudged : silent(suite)), ...tally };
    return { suite, status: tally.failed > 0 ? 'failed' : 'passed', ...tally };
  });
  const total = (...fields: (keyof typeof NOTHING)[]) =>
    suites.reduce((sum, suite) => sum + fields.reduce((own, field) => own + suite[field], 0), 0);
  return {
    outcome: null,
    suites,
    totalCases: total('passed', 'warnings', 'failed'),
    totalFailingCases: total('failed'),
  };
}

const unjudged = {
  status: 'couldNotRun',
  reason: 'No scenario of this suite says anything about the server.',
} as const;
