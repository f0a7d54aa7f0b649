import { isTooDeep } from './nesting.ts';

const nested = (levels: number) => JSON.parse('[{"a":'.repeat(levels / 2) + '0' + '}]'.repeat(levels / 2)) as unknown;

test.each([
  [100, false],
  [102, true],
  [200_000, true],
])('JSON of %i levels is too deep: %s', (levels, tooDeep) => expect(isTooDeep(nested(levels))).toBe(tooDeep));
test('neither is a value without levels, nor a wide one', () =>
  expect([isTooDeep(null), isTooDeep('x'), isTooDeep(Array.from({ length: 100_000 }, () => ({})))]).toEqual([
    false,
    false,
    false,
  ]));
