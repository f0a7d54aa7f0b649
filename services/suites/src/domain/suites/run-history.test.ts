import { pastRun, runCounts } from '../../../test/support/past-run.ts';
import {
  latestRun,
  passRateTrend,
  recentRuns,
  regradedHistory,
  withRun,
  type PastRun,
  type RunHistory,
} from './run-history.ts';

const none: RunHistory = { recent: [], totals: { runs: 0, passed: 0, failed: 0 } };
const run = (createdAt: number) =>
  pastRun({ id: `run_${createdAt}`, total: 100, passed: createdAt, passRate: createdAt / 100, createdAt });
const added = (history: RunHistory, each: PastRun) => withRun(history, each, each);

test('the trend keeps the latest 20 runs while the totals count all', () => {
  const history = Array.from({ length: 25 }, (_, i) => run(i))
    .toReversed()
    .reduce(added, none);
  expect(passRateTrend(history)).toEqual(Array.from({ length: 20 }, (_, i) => (i + 5) / 100));
  expect([latestRun(history)!.id, history.totals.runs]).toEqual(['run_24', 25]);
});

test('a run without trials has no rate', () => {
  const history = added(none, { ...run(1), total: 0, passed: 0, passRate: 0 });
  expect([latestRun(history)!.passRate, passRateTrend(history)]).toEqual([null, []]);
});

test('a trend has one unit, the one of the latest run', () => {
  const perCase = { ...run(50), measurementUnit: 'caseVariant' as const };
  const history = [run(40), perCase, run(60)].reduce(added, none);
  expect([latestRun(history)!.measurementUnit, passRateTrend(history)]).toEqual(['trial', [0.4, 0.6]]);
});

test('a regrade replaces the counts of the run, and corrects the trials of the suite', () => {
  const counts = runCounts({ measurementUnit: 'caseVariant', total: 2, passed: 1, failed: 1, passRate: 0.5 });
  const history = withRun(none, { ...run(1), ...counts }, { passed: 7, failed: 3 });
  const regraded = regradedHistory(history, {
    id: 'run_1',
    counts: { ...counts, passed: 2, failed: 0, passRate: 1 },
    before: { passed: 7, failed: 3 },
    after: { passed: 9, failed: 1 },
  });
  expect(latestRun(regraded)).toMatchObject({ passed: 2, failed: 0, passRate: 1 });
  expect(regraded.totals).toEqual({ runs: 1, passed: 9, failed: 1 });
});

test('a run without a verdict says why, and is not marked as a failure', () => {
  const undecided = { verdict: 'notEstablished', sentence: 'Not established.', because: 'No answer.' } as const;
  const provider = { ...undecided, undecidedReason: 'runResultNotAVerdict', undecidedDetail: 'No answer.' } as const;
  const failed = { verdict: 'failed', sentence: 'Failed.', minimumAccuracy: 90 } as const;
  const history = [
    { ...run(1), ...failed },
    { ...run(2), ...provider },
  ].reduce(added, none);
  expect(latestRun(history)).toMatchObject({
    ...undecided,
    undecided: { reason: 'runResultNotAVerdict', detail: 'No answer.' },
    minimumAccuracy: null,
  });
  expect(recentRuns(history)).toMatchObject([
    { id: 'run_1', verdict: 'failed' },
    { id: 'run_2', verdict: 'notEstablished' },
  ]);
  expect(history.recent[1]).toMatchObject({ sentence: '', because: '' });
});
