import { jsonWith } from './json-with.ts';

test.each([
  ['an object', { a: 1 }, { b: '[2]', 'c"': 'null' }, '{"a":1,"b":[2],"c\\"":null}'],
  ['an empty object', {}, { b: '1' }, '{"b":1}'],
  ['an object alone', { a: 1 }, {}, '{"a":1}'],
])('%s is printed with fields that are JSON already', (_, document, printed, json) =>
  expect(jsonWith(document, printed).toString()).toBe(json),
);
