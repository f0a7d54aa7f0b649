import { jsonLines, valueAt, type CodeMark } from './json-lines.ts';

const shown = (value: unknown, marks: CodeMark[] = [], isOneLine = false) =>
  jsonLines(value, marks, { isOneLine })
    .map((line) => line.map(({ text, isMarked }) => (isMarked ? `«${text}»` : text)).join(''))
    .join('\n');

test('a document without marks is written as JSON.stringify writes it', () => {
  const document = { a: [1, null, true, []], 'b/c': { d: 'é"\n' }, e: {} };
  expect(shown(document)).toBe(JSON.stringify(document, null, 2));
  expect(shown(document, [], true)).toBe(JSON.stringify(document));
});

test.each<[string, unknown, CodeMark[], string]>([
  ['a text', { id: 'T-1' }, [{ pointer: '/id' }], '{"id":"«T-1»"}'],
  ['a range of a text', { id: 'ab"cd' }, [{ pointer: '/id', start: 1, end: 4 }], '{"id":"a«b\\"c»d"}'],
  ['two ranges of a text', ['abcd'], [{ pointer: '/0', start: 2, end: 3 }, { pointer: '/0', start: 0, end: 1 }], '["«a»b«c»d"]'],
  ['a number below an escaped key', { 'a/b': { '~': 2 } }, [{ pointer: '/a~1b/~0' }], '{"a/b":{"~":«2»}}'],
  ['a whole list', { l: [1] }, [{ pointer: '/l' }], '{"l":«[»«1»«]»}'],
])('%s is marked at its pointer', (_, document, marks, told) => expect(shown(document, marks, true)).toBe(told));

test('a value is found at its pointer', () => {
  expect(valueAt({ 'a/b': [{ c: 1 }] }, '/a~1b/0/c')).toBe(1);
  expect(valueAt({ a: 1 }, '/a/b')).toBeUndefined();
});
