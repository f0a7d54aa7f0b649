import { jsonTokens } from './json-tokens.ts';
import { writeJson } from './json-text.ts';

const document = { a: [{ 'b/c': 'x "quoted" end', n: 1 }], empty: {} };

test('evidence is the range of its place, and of a part of a text in it', () => {
  const { text, marks } = writeJson(document, [
    { pointer: '/a/0/b~1c', range: { start: 2, end: 10 } },
    { pointer: '/a/0/n' },
    { pointer: '/gone' },
  ]);
  expect(text).toBe(JSON.stringify(document, null, 2));
  expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual([String.raw`\"quoted\"`, '1']);
});

test('texts, numbers and punctuation of JSON have their colours, also where it is cut', () => {
  const text = '{"key": "a \\" b", "n": [1.5, true], "cut": "no end';
  expect(jsonTokens(text).map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`)).toEqual([
    'p {',
    'p :',
    String.raw`s "a \" b"`,
    'p ,',
    'p :',
    'p [',
    'n 1.5',
    'p ,',
    'n true',
    'p ],',
    'p :',
    'n no',
    'n end',
  ]);
});
