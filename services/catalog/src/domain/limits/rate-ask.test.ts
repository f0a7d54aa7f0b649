import { shareTokens, takenOf, mergeAsks, type RateAsk, type BucketState, type TakenTokens } from './rate-ask.ts';

const key = (changes: object = {}): RateAsk => ({ bucket: 'key a', count: 1, perMinute: 60, burst: 10, ...changes });
const day: RateAsk = { bucket: 'launches day org_1', count: 1, perDay: 5 };
const state = (changes: Partial<BucketState>): BucketState => ({
  granted: 1,
  aheadUs: 0,
  used: 0,
  resetsAt: 0,
  fullBeforeUs: 0,
  ...changes,
});

test.each<[string, RateAsk, Partial<BucketState>, Partial<TakenTokens>]>([
  ['a full one has all it holds', key(), { aheadUs: 0 }, { remaining: 10, retryAfterMs: 0, resetAfterMs: 0 }],
  [
    'one that is a moment from the next one has not got it yet',
    key(),
    { aheadUs: 9_000_001 },
    { remaining: 0, retryAfterMs: 1, resetAfterMs: 9_001 },
  ],
  [
    'one that has just got it has it',
    key(),
    { aheadUs: 9_000_000 },
    { remaining: 1, retryAfterMs: 0, resetAfterMs: 9_000 },
  ],
  [
    'an empty one waits for an interval',
    key(),
    { aheadUs: 10_000_000 },
    { remaining: 0, retryAfterMs: 1_000, resetAfterMs: 10_000 },
  ],
  [
    'one whose limits were lowered waits for what it owes, too',
    key({ perMinute: 60, burst: 2 }),
    { aheadUs: 10_000_000 },
    { remaining: 0, retryAfterMs: 9_000 },
  ],
  [
    'a rate that is no whole number of microseconds is never exceeded',
    key({ perMinute: 7, burst: 1 }),
    { aheadUs: 8_571_429 },
    { remaining: 0, retryAfterMs: 8_572 },
  ],
  [
    'a day that is not used up has tokens left',
    day,
    { aheadUs: 3_600_000_000, used: 3 },
    { remaining: 2, retryAfterMs: 0, resetAfterMs: 3_600_000 },
  ],
  [
    'a day that is used up waits for the next',
    day,
    { aheadUs: 3_600_000_000, used: 5 },
    { remaining: 0, retryAfterMs: 3_600_000 },
  ],
  [
    'a day whose limit was lowered is used up, not less than that',
    day,
    { aheadUs: 1_000, used: 9 },
    { remaining: 0, retryAfterMs: 1 },
  ],
])('%s', (_, ask, changes, expected) => expect(takenOf(ask, state(changes))).toMatchObject(expected));

test('asks of one bucket are merged, and the granted tokens are shared out in order', () => {
  const asks = [key({ count: 2 }), { ...day, count: 3 }, key({ count: 4 }), key({ count: 1 })];
  expect(mergeAsks(asks)).toEqual([key({ count: 7 }), { ...day, count: 3 }]);
  const taken = (granted: number): TakenTokens => ({
    granted,
    remaining: 0,
    retryAfterMs: 5,
    resetAfterMs: 9,
    resetsAt: 0,
    fullBeforeUs: 0,
  });
  expect(
    shareTokens(
      asks,
      new Map([
        ['key a', taken(5)],
        [day.bucket, taken(3)],
      ]),
    ).map(({ granted }) => granted),
  ).toEqual([2, 3, 3, 0]);
});

test('merged asks of one bucket use the limits of the last ask', () => {
  expect(mergeAsks([key({ burst: 10 }), key({ burst: 20 })])).toEqual([key({ count: 2, burst: 20 })]);
});
