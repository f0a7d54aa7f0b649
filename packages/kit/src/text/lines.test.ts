import { linesOf } from './lines.ts';

test.each([
  ['nothing', '', ['']],
  ['a line without an end', 'a', ['a']],
  ['a line that ends', 'a\n', ['a', '']],
  ['mixed ends', 'a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
  ['ends that are none together', 'a\n\rb\r\r\nc', ['a', '', 'b', '', 'c']],
  ['separators that end no line of a document', 'a\u2028b\u0085c\fd', ['a\u2028b\u0085c\fd']],
])('%s', (_, text, expected) => {
  expect(linesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});
