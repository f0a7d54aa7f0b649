import { latestRun, passRateTrend, withRun, type RunHistory } from './run-history.ts';

const none: RunHistory = { recent: [], totals: { runs: 0, passed: 0, failed: 0 } };
const run = (createdAt: number) => ({
  id: `run_${createdAt}`,
  status: 'completed',
  total: 100,
  passed: createdAt,
  failed: 0,
  createdAt,
});

test('the trend keeps the latest 20 runs while the totals count all', () => {
  const history = Array.from({ length: 25 }, (_, i) => run(i))
    .toReversed()
    .reduce(withRun, none);
  expect(passRateTrend(history)).toEqual(Array.from({ length: 20 }, (_, i) => (i + 5) / 100));
  expect([latestRun(history)!.id, history.totals.runs]).toEqual(['run_24', 25]);
});

test('a run without trials has no rate', () => {
  const history = withRun(none, { ...run(1), total: 0, passed: 0 });
  expect([latestRun(history)!.passRate, passRateTrend(history)]).toEqual([null, []]);
});
