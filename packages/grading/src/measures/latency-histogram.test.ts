import { latencyBucket, latencyQuantile } from './latency-histogram.ts';

const histogramOf = (times: number[]) => {
  const histogram: Record<string, number> = {};
  for (const ms of times) histogram[latencyBucket(ms)] = (histogram[latencyBucket(ms)] ?? 0) + 1;
  return histogram;
};

test('no times have no quantile', () => expect(latencyQuantile({}, 0.5)).toBeUndefined());
test('a bucket that was emptied has no quantile', () => expect(latencyQuantile({ 4: 0 }, 0.5)).toBeUndefined());
test('times below a millisecond count as one', () => expect(latencyQuantile(histogramOf([0, 0.2]), 0.95)).toBe(1));

test.each([1, 7, 130, 999, 4_321, 90_000, 3_600_000])('a quantile of %d ms is off by at most 10 %%', (ms) =>
  expect(Math.abs(latencyQuantile(histogramOf([ms]), 0.5)! / ms - 1)).toBeLessThanOrEqual(0.1),
);

test('quantiles are taken by the nearest rank', () => {
  const times = [...Array.from({ length: 94 }, () => 128), ...Array.from({ length: 6 }, () => 4096)];
  expect([0.5, 0.94, 0.95].map((share) => latencyQuantile(histogramOf(times), share))).toEqual([128, 128, 4096]);
});
