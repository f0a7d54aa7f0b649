import { canonicalJson } from './canonical.ts';

test.each<[string, unknown, string]>([
  ['keys in another order, at any depth', { b: [{ d: 1, c: 2 }], a: {} }, '{"a":{},"b":[{"c":2,"d":1}]}'],
  ['the order of a list, which says something', [2, 1], '[2,1]'],
  ['a key without a value', { a: undefined, b: null }, '{"b":null}'],
  ['nothing', undefined, 'null'],
])('canonical JSON of %s', (_, value, text) => expect(canonicalJson(value)).toBe(text));
