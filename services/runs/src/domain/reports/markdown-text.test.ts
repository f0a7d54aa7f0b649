import { codeSpan, escapeMarkdown } from './markdown-text.ts';

test.each([
  ['markup', '*a* `b` [c](d) #1 ~x~ | y', '\\*a\\* \\`b\\` \\[c\\](d) \\#1 \\~x\\~ \\| y'],
  ['HTML', '<img src=x> & co', '&lt;img src=x&gt; &amp; co'],
  ['a mention', '@team', '@\u200bteam'],
  [
    'an address',
    'see https://evil.example/x, HTTP://x or www.evil.example',
    'see https:\u200b//evil.example/x, HTTP:\u200b//x or www\u200b.evil.example',
  ],
  ['a formula', 'costs $x^2$', 'costs \\$x^2\\$'],
  ['a change of direction', 'a\u202eb\u2066c\u200f', 'abc'],
  ['several lines', ' a\n\u0000b ', 'a b'],
])('%s is shown as text, without effect', (_, text, written) => expect(escapeMarkdown(text)).toBe(written));

test('text in code neither ends the code nor its cell of a table', () =>
  expect(codeSpan(' a`b`\n| c\u202e ')).toBe("`a'b' ¦ c`"));
