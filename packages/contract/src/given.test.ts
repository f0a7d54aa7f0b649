import { given } from './given.ts';

test.each([
  ['every value', { a: 1, b: 'x' }, { a: 1, b: 'x' }],
  ['no undefined value', { a: undefined, b: 'x', c: undefined }, { b: 'x' }],
  ['no key when all values are undefined', { a: undefined }, {}],
  ['null, false, zero and empty text', { a: null, b: false, c: 0, d: '' }, { a: null, b: false, c: 0, d: '' }],
])('given keeps %s', (_, values, kept) => {
  expect(Object.entries(given(values))).toEqual(Object.entries(kept));
});

test('given leaves its argument as it is', () => {
  const values = { a: undefined, b: 1 };
  expect(given(values)).toEqual({ b: 1 });
  expect(Object.keys(values)).toEqual(['a', 'b']);
});
