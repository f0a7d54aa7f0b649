import { argumentsMatch } from './match-arguments.ts';

test.each([
  ['nothing listed matches anything', {}, { a: 1 }, 'partial', true],
  ['nothing listed matches only nothing under exact', {}, { a: 1 }, 'exact', false],
  ['key order is irrelevant', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, 'exact', true],
  ['array order is relevant', { a: [1, 2] }, { a: [2, 1] }, 'partial', false],
  ['no coercion', { a: '1' }, { a: 1 }, 'partial', false],
  ['nested objects are compared whole', { a: { x: 1 } }, { a: { x: 1, y: 2 } }, 'partial', false],
  ['a placeholder accepts the type', { a: ' OBJECT ' }, { a: {} }, 'partial', true],
  ['a placeholder refuses another type', { a: 'object' }, { a: [] }, 'partial', false],
  ['null is a type', { a: 'null' }, { a: null }, 'partial', true],
  ['any needs the key', { a: 'any' }, {}, 'partial', false],
  ['any takes null', { a: 'any' }, { a: null }, 'partial', true],
  ['no placeholders further down', { a: { b: 'string' } }, { a: { b: 'text' } }, 'partial', false],
  ['no placeholders under exact', { a: 'string' }, { a: 'text' }, 'exact', false],
  ['a name that every object has is no placeholder', { a: 'constructor' }, { a: 'constructor' }, 'partial', true],
  ['an inherited key is not an argument', { toString: 'any' }, {}, 'partial', false],
] as const)('%s', (_, expected, actual, matching, matches) =>
  expect(argumentsMatch(expected, actual, matching)).toBe(matches),
);
