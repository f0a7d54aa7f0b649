import { growthOf } from './growth.ts';

/** Does as many steps as it is told. */
const spin = (steps: number): number => {
  let state = 1;
  for (let i = 0; i < steps; i++) state = (state * 48_271) % 2_147_483_647;
  return state;
};

test.each<[string, (size: number) => unknown, 0 | 1, number, number]>([
  ['constant', () => spin(10), 0, 0, 2],
  ['linear', (size) => spin(size * 1_000), 1, 2, 8],
  ['linear instead of constant', (size) => spin(size * 1_000), 0, 2, 8],
  ['quadratic', (size) => spin(size ** 2), 1, 8, 45],
])('work of %s order grows within the bounds of its order', (_, work, order, more, less) => {
  const growth = growthOf(work, 400, 4, order);
  expect(growth).toBeGreaterThan(more);
  expect(growth).toBeLessThan(less);
});

test('a slow try at the large size is repeated', () => {
  let tries = 0;
  const work = (size: number) => spin(size === 400 || ++tries > 3 ? size * 1_000 : size ** 2 * 2);
  expect(growthOf(work, 400)).toBeLessThan(8);
});
