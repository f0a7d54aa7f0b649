import { decideBucket, type BucketDecision, type RateLimit } from './rate-limit.ts';

const standard = { perMinute: 60, burst: 10 };

/** Sends requests at these times, in milliseconds; answers the seconds that each must wait, 0 when it is allowed. */
function waits(limit: RateLimit, times: number[]): number[] {
  let due = 0;
  return times.map((now) => {
    const decision = decideBucket(limit, due, now);
    due = decision.due;
    return decision.granted === 1 ? 0 : Math.ceil(decision.retryAfterMs / 1_000);
  });
}
const at = (now: number, count: number) => Array.from({ length: count }, () => now);

test.each<[string, RateLimit, number[], number[]]>([
  ['allows ten at once, and no eleventh', standard, at(5_000, 12), [...at(0, 10), 1, 1]],
  ['refills a token each second', standard, [...at(0, 10), 999, 1_000, 1_001, 2_000], [...at(0, 10), 1, 0, 1, 0]],
  ['a refusal costs nothing', standard, [...at(0, 10), ...at(500, 50), 1_000], [...at(0, 10), ...at(1, 50), 0]],
  ['refills to a full bucket at most', standard, [...at(0, 10), ...at(3_600_000, 11)], [...at(0, 20), 1]],
  ['allows a steady request each second', standard, Array.from({ length: 100 }, (_, i) => i * 1_000), at(0, 100)],
  ['allows one at a time with a burst of 1', { perMinute: 60, burst: 1 }, [0, 0, 1_000], [0, 1, 0]],
  ['rounds long waits up to whole seconds', { perMinute: 2, burst: 1 }, [0, 100, 29_900, 30_000], [0, 30, 1, 0]],
  ['works with a clock that starts anywhere', standard, at(1e12, 11), [...at(0, 10), 1]],
])('%s', (_, limit, times, expected) => expect(waits(limit, times)).toEqual(expected));

test.each<[string, RateLimit, number, number, Partial<BucketDecision>]>([
  ['grants as many as there are', standard, 0, 12, { granted: 10, remaining: 0, retryAfterMs: 1_000 }],
  ['answers the remaining tokens', standard, 8_000, 1, { granted: 1, remaining: 1, retryAfterMs: 0 }],
  ['the last one is followed by a wait', standard, 9_000, 1, { granted: 1, remaining: 0, retryAfterMs: 1_000 }],
  [
    'a bucket overdrawn under higher limits stays empty longer',
    { perMinute: 60, burst: 2 },
    10_000,
    1,
    { granted: 0, remaining: 0, retryAfterMs: 9_000 },
  ],
  [
    'intervals that are no whole milliseconds',
    { perMinute: 7, burst: 3 },
    (2 * 60_000) / 7,
    1,
    { granted: 1, remaining: 0, retryAfterMs: 8_572 },
  ],
])('%s', (_, limit, due, count, expected) => expect(decideBucket(limit, due, 0, count)).toMatchObject(expected));

test('a clock with many digits does not lengthen a wait', () => {
  for (let now = 0.1; now < 1e13; now *= 3.7)
    expect(decideBucket({ perMinute: 1, burst: 1 }, 0, now).retryAfterMs).toBe(60_000);
});
