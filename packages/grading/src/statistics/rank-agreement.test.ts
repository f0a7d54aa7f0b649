import { randomFrom } from '../../test/random.ts';
import { rankAgreement } from './rank-agreement.ts';

// The taus by hand, from the pairs; the p-values from a count of all orders.
test.each<[string, number[], number[], tau: number, pValue: number]>([
  ['the same order', [1, 2, 3, 4, 5], [10, 20, 30, 40, 50], 1, 2 / 120],
  ['the opposite order', [1, 2, 3, 4, 5], [5, 4, 3, 2, 1], -1, 2 / 120],
  ['one exchanged pair of ten', [1, 2, 3, 4, 5], [1, 2, 3, 5, 4], 0.8, 10 / 120],
  ['two exchanged pairs of ten', [1, 2, 3, 4, 5], [2, 1, 3, 5, 4], 0.6, 28 / 120],
  ['no agreement', [1, 2, 3, 4], [2, 4, 1, 3], 0, 1],
  ['a tie on each side', [1, 1, 2, 3], [1, 2, 2, 3], 4 / 5, 8 / 24],
  ['ties on both sides, mostly against each other', [12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -4 / Math.sqrt(72), 44 / 120],
])('tau-b of %s', (_, one, other, tau, pValue) => {
  const agreement = rankAgreement(one, other)!;
  expect([agreement.tau, agreement.isExact]).toEqual([expect.closeTo(tau, 12), true]);
  expect(agreement.pValue).toBeCloseTo(pValue, 12);
  expect(rankAgreement(other, one)).toEqual(agreement);
});

test.each<[string, number[], number[]]>([
  ['no items', [], []],
  ['one item', [1], [2]],
  ['a side of equal values', [1, 2, 3], [4, 4, 4]],
])('%s cannot be ranked', (_, one, other) => expect(rankAgreement(one, other)).toBeNull());

test('many items are judged by the same sample of orders each time', () => {
  const items = Array.from({ length: 12 }, (_, i) => i);
  const same = rankAgreement(items, items)!;
  expect(same).toEqual({ tau: 1, pValue: 1 / 2_000, isExact: false });
  const close = items.map((i) => (i % 2 === 0 ? i + 1 : i - 1));
  expect(rankAgreement(items, close)).toEqual(rankAgreement(items, close));
  expect(rankAgreement(items, close)!.tau).toBeCloseTo(54 / 66, 12);
});

test('sides that have nothing to do with each other seldom seem to agree', () => {
  const random = randomFrom(7);
  const draw = () => Array.from({ length: 6 }, () => Math.floor(random() * 8));
  const alarms = Array.from({ length: 200 }, () => rankAgreement(draw(), draw())?.pValue ?? 1).filter((p) => p < 0.05);
  expect(alarms.length).toBeLessThanOrEqual(16);
});
