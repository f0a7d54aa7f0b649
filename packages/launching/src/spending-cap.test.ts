import { cappedLimits, microsOf } from './spending-cap.ts';

test.each([
  [0, 0],
  [1, 1_000_000],
  // 1,100,000.0000000002 and 1,004,999.9999999999 in binary.
  [1.1, 1_100_000],
  [1.005, 1_005_000],
  [0.000_001_4, 1],
  [0.000_001_5, 2],
  [1_000_000, 1_000_000_000_000],
])('%d dollars are %d millionths', (usd, micros) => expect(microsOf(usd)).toBe(micros));

test.each([
  ['in dollars', { usd: 0.25 }, 250_000, undefined],
  ['of less than a millionth of a dollar', { usd: 1e-9 }, 1, undefined],
  ['in tokens', { tokens: 5_000 }, undefined, 5_000],
])('a cap %s limits the budget of a launch in one unit', (_, cap, limitMicros, limitTokens) =>
  expect(cappedLimits(cap)).toEqual({ limitMicros, limitTokens }),
);
