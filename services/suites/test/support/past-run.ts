import type { PastRun, RunCounts } from '../../src/domain/suites/run-history.ts';

/** The verdict and counts of a passed run; a count that is not given is 0. */
export const runCounts = (counts: Partial<RunCounts>): RunCounts => ({
  runNumber: 1,
  verdict: 'passed',
  sentence: 'Passed.',
  because: 'Nothing was excluded.',
  measurementUnit: 'trial',
  total: 0,
  passed: 0,
  failed: 0,
  passRate: 0,
  excluded: 0,
  skipped: 0,
  flakyCases: 0,
  launchedBy: 'api',
  ...counts,
});

/** The same of a finished run, for histories. */
export const pastRun = (run: Partial<PastRun>): PastRun => ({
  id: 'run_1',
  status: 'completed',
  createdAt: 1,
  completedAt: 2,
  ...runCounts(run),
  ...run,
});
