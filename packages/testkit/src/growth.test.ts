import { growthOf } from './growth.ts';

/** Does as many steps as it is told. */
const spin = (steps: number): number => {
  let state = 1;
  for (let i = 0; i < steps; i++) state = (state * 48_271) % 2_147_483_647;
  return state;
};

test.each<[string, (size: number) => unknown, number, number]>([
  ['constant', () => spin(10), 0, 3],
  ['linear', (size) => spin(size * 1_000), 3, 22],
  ['quadratic', (size) => spin(size ** 2), 22, 181],
])('work of %s order grows within the bounds of its order', (_, work, more, less) => {
  const growth = growthOf(work, 500, 8);
  expect(growth).toBeGreaterThan(more);
  expect(growth).toBeLessThan(less);
});
