import { backOff, mayRepeat } from './retry.ts';
import type { OperationEntry } from './operation-entry.ts';

const of = (entry: Partial<OperationEntry>) => ({ id: 'x', path: '/', method: 'POST' as const, ...entry });

test.each([
  ['a read', of({ method: 'GET' }), false, true],
  ['a PUT', of({ method: 'PUT' }), false, true],
  ['a DELETE', of({ method: 'DELETE' }), false, true],
  ['a POST that changes nothing', of({ isSafe: true }), false, true],
  ['a POST with an idempotency key', of({}), true, true],
  ['a POST without a key', of({}), false, false],
  ['a PATCH', of({ method: 'PATCH' }), false, false],
  ['an effect outside, even with a key', of({ hasEffect: true }), true, false],
  ['a safe operation with an effect outside', of({ hasEffect: true, isSafe: true }), false, false],
])('%s is repeated only where a repetition does no harm', (_, operation, hasKey, may) => {
  expect(mayRepeat(operation, hasKey)).toBe(may);
});

test('pauses double up to ten seconds, and chance takes at most half of them', () => {
  expect([1, 2, 3, 4, 99].map((attempt) => backOff(attempt, 1))).toEqual([250, 500, 1_000, 2_000, 10_000]);
  expect(backOff(3, 0)).toBe(500);
});
