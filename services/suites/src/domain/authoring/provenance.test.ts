import { createHash } from 'node:crypto';
import { openDocument, provenanceOf } from './provenance.ts';

const mixed = 'one\r\ntwo\nthree\rfour\r\n\r\nsix\n\rügh 🧪';
const excerptOf = (found: ReturnType<typeof provenanceOf>) => (typeof found === 'string' ? undefined : found.excerpt);
const excerpt = (content: string, from: unknown, to: unknown) =>
  excerptOf(provenanceOf(openDocument(content, 'v1'), from, to));

test.each<[string, string, number, number, string]>([
  ['a line that ends with CR LF', mixed, 1, 1, 'one'],
  ['a line that ends with LF', mixed, 2, 2, 'two'],
  ['a line that ends with CR', mixed, 3, 3, 'three'],
  ['lines with their terminators between them', mixed, 1, 4, 'one\r\ntwo\nthree\rfour'],
  ['lines around an empty one', mixed, 4, 6, 'four\r\n\r\nsix'],
  ['LF CR as two ends', mixed, 6, 8, 'six\n\rügh 🧪'],
  ['the last line, which has no end', mixed, 8, 8, 'ügh 🧪'],
  ['a document of one line', 'all of it', 1, 1, 'all of it'],
  ['the emptiness behind the last terminator', 'one\n', 1, 2, 'one\n'],
  ['other separators are part of a line', 'a\u2028b\u0085c\fd', 1, 1, 'a\u2028b\u0085c\fd'],
])('%s', (_, content, from, to, expected) => expect(excerpt(content, from, to)).toBe(expected));

test.each<[string, unknown, unknown]>([
  ['a line before the first', 0, 1],
  ['a line behind the last', 8, 9],
  ['an end before the start', 3, 2],
  ['half a line', 1.5, 2],
  ['no number', '1', '2'],
  ['nothing', undefined, undefined],
  ['only blank lines', 5, 5],
  ['no end', 1, undefined],
  ['infinity', 1, Infinity],
])('%s is no evidence', (_, from, to) => expect(excerpt(mixed, from, to)).toBeUndefined());

test("the hash is the hash of the document's bytes", () => {
  expect(provenanceOf(openDocument(mixed, 'v1'), 1, 2)).toEqual({
    format: 'markdown',
    method: 'ai',
    fileName: 'document.md',
    fileHash: createHash('sha256').update(Buffer.from(mixed)).digest('hex'),
    excerpt: 'one\r\ntwo',
    startLine: 1,
    endLine: 2,
    extractorVersion: 'v1',
  });
});

test('the file keeps its original name', () =>
  expect(provenanceOf(openDocument('x', '', 'plan.md'), 1, 1)).toMatchObject({
    fileName: 'plan.md',
    extractorVersion: 'unknown',
  }));

test('100 KB of mixed line ends are excerpted without changes, each line', () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => `line ${i} ${'x'.repeat(i % 50)}`);
  const content = lines.map((line, i) => line + ['\r\n', '\n', '\r'][i % 3]!).join('');
  const document = openDocument(content, 'v1');
  expect(lines.map((_, i) => excerptOf(provenanceOf(document, i + 1, i + 1)))).toEqual(lines);
});

test('the excerpts of cases that each claim the whole document take at most a megabyte', () => {
  const document = openDocument('é'.repeat(51_200), 'v1');
  const found = Array.from({ length: 200 }, () => provenanceOf(document, 1, 1));
  expect(found.filter((each) => typeof each !== 'string')).toHaveLength(10);
  expect(found[10]).toMatch(/more than 1048576 bytes together/);
});
