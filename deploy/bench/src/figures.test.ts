import { measureInTurns, judgeFigure, median } from './figures.ts';

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('the sides take turns in alternating order, and warm-up rounds are not counted', async () => {
  const order: string[] = [];
  const side = (name: string) => async () => order.push(name);

  expect(await measureInTurns({ warmUps: 1, rounds: 2 }, { product: side('p'), floor: side('f') })).toEqual({
    product: [4, 5],
    floor: [3, 6],
  });
  expect(order).toEqual(['p', 'f', 'f', 'p', 'p', 'f']);
});

test('a round in which the whole machine was slow does not change the ratio', () => {
  const { ratio } = judgeFigure({ name: 'read', unit: 'ms', better: 'lower', product: [3, 30, 3], floor: [2, 20, 2] });
  expect(ratio).toBe(1.5);
});

test.each([
  ['lower', 'ratio', [4], [2], 2, true],
  ['lower', 'ratio', [5], [2], 2, false],
  ['higher', 'ratio', [50], [100], 0.5, true],
  ['higher', 'ratio', [49], [100], 0.5, false],
  ['lower', 'product', [7], [1], 6, false],
  ['lower', 'product', [5], undefined, 6, true],
] as const)(
  'where %s is better, the %s of %j over %j passes against %d: %s',
  (better, of, product, floor, limit, met) => {
    const figure = { name: 'any', unit: '', better, product: [...product], target: { of, limit } };
    expect(judgeFigure(floor ? { ...figure, floor: [...floor] } : figure).met).toBe(met);
  },
);
