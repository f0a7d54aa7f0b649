import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { printElement } from './xml.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  ignoreDeclaration: true,
});

test.each([
  ['markup', '<b attribute="1">&amp;</b>', '<b attribute="1">&amp;</b>'],
  ['quotes', `"double" and 'single'`, `"double" and 'single'`],
  ['lines and tabs', 'a\tb\nc\r\nd', 'a\tb\nc\r\nd'],
  ['the end of a CDATA section', 'a]]>b<![CDATA[c', 'a]]>b<![CDATA[c'],
  ['a comment', '<!-- a -- b -->', '<!-- a -- b -->'],
  ['control characters', 'a\u0000\u0007\u001B[2Jb\uFFFE', 'a[2Jb'],
  ['lone surrogates', 'a\uD800b\uDC00c\u{1F600}', 'abc\u{1F600}'],
  ['the word true', 'true', 'true'],
])('%s in an attribute and in a text are read back unchanged', (_, text, read) => {
  const printed = printElement('a', {
    '@b': text,
    '@c': undefined,
    d: [{ '#text': text, '@e': 0 }, { '#text': text }],
  });
  expect(XMLValidator.validate(printed)).toBe(true);
  expect(parser.parse(printed)).toMatchObject({ a: { '@b': read, d: [{ '#text': read, '@e': '0' }, read] } });
  expect(printed).not.toContain('@');
});

test.each([
  ['an empty element is closed at once', { c: { '@d': '' } }, [], '<a>\n  <c d=""/>\n</a>\n'],
  ['printed elements come after the others', { c: {} }, ['<e/>\n'], '<a>\n  <c/>\n<e/>\n</a>\n'],
  ['an element may have printed ones alone', { '@b': '1/>' }, ['<e/>\n'], '<a b="1/&gt;">\n<e/>\n</a>\n'],
])('%s', (_, element, inside, printed) => {
  expect(printElement('a', element, inside)).toBe(printed);
});
