import type { ConformanceOutcome, SuiteResult } from '@assay/contract/areas/conformance/documents';
import type { ConformanceSuite, ScenarioStatus } from '@assay/contract/areas/conformance/check';

/** The number of scenarios of a suite with one status. */
export interface ScenarioCount {
  suite: ConformanceSuite;
  status: ScenarioStatus;
  count: number;
}

/** The outcome of a run, or the counts so far. */
export interface ConformanceSummary {
  outcome: ConformanceOutcome | null;
  suites: SuiteResult[];
  totalCases: number;
  /** How long the scenarios took together. */
  durationMs?: number;
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
 * could not run, makes it incomplete at best; so does a server that no scenario applies to.
 */
export function conclusionOf(requested: ConformanceSuite[], counts: ScenarioCount[]): ConformanceSummary {
  const pooled = summary(requested, counts, () => ({
    status: 'couldNotRun',
    reason: 'Nothing was reported of this suite.',
  }));
  const has = (status: SuiteResult['status']) => pooled.suites.some((suite) => suite.status === status);
  const couldNotRun = has('couldNotRun') || pooled.suites.some((suite) => suite.couldNotRun > 0);
  return {
    ...pooled,
    outcome: has('failed') ? 'failed' : couldNotRun || !has('passed') ? 'incomplete' : 'passed',
  };
}

function summary(
  requested: ConformanceSuite[],
  counts: ScenarioCount[],
  silent: () => Pick<SuiteResult, 'status' | 'reason'>,
): ConformanceSummary {
  const names = [...new Set([...requested, ...counts.map(({ suite }) => suite)])];
  const suites = names.map((suite): SuiteResult => {
    const own = counts.filter((each) => each.suite === suite);
    const tally = { ...NOTHING, ...Object.fromEntries(own.map(({ status, count }) => [FIELDS[status], count])) };
    const judged = tally.passed + tally.warnings + tally.failed;
    if (judged === 0) return { suite, ...(own.length > 0 ? unjudged(tally.couldNotRun) : silent()), ...tally };
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

const unjudged = (couldNotRun: number): Pick<SuiteResult, 'status' | 'reason'> =>
  couldNotRun > 0
    ? { status: 'couldNotRun', reason: 'No scenario of this suite that applies to the server could run.' }
    : { status: 'notAvailable', reason: 'No scenario of this suite applies to the server.' };
