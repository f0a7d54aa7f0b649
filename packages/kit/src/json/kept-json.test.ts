import { keptJson } from './kept-json.ts';

test.each([
  ['NUL', 'a\0b', 'ab'],
  ['a half character', 'a\ud800b', 'a\ufffdb'],
  ['the other half', 'a\udfffb', 'a\ufffdb'],
  ['a whole character of two halves', '😀', '😀'],
  ['a control character that JSON escapes', 'a\u0007b', 'a\u0007b'],
  ['text that only looks like an escape', String.raw`a\u0000b\ud800`, String.raw`a\u0000b\ud800`],
  ['a backslash before a NUL', '\\\0', '\\'],
])('%s', (_, text, kept) => expect(JSON.parse(keptJson({ [text]: [text] }))).toEqual({ [kept]: [kept] }));
