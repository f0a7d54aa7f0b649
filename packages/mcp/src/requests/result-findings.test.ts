import { toolResultFindings } from './result-findings.ts';

const text = (more: object = {}) => ({ content: [{ type: 'text', text: 'hi' }], ...more });
const block = (content: unknown) => ({ content: [{ type: 'text', text: 'hi' }, content] });
const found = (result: Record<string, unknown>, revision: string) =>
  toolResultFindings(result, revision).map(({ code, path }) => `${code} ${path}`);

test.each<[string, string, Record<string, unknown>]>([
  ['text', '2024-11-05', text()],
  ['audio', '2025-03-26', block({ type: 'audio', data: 'AA', mimeType: 'audio/wav' })],
  ['a link', '2025-06-18', block({ type: 'resource_link', uri: 'a:b', name: 'b' })],
  ['an embedded resource', '2025-11-25', block({ type: 'resource', resource: { uri: 'a:b', blob: 'AA' } })],
  ['structured content', '2025-11-25', text({ structuredContent: { a: 1 } })],
  ['structured content of any type', '2026-07-28', text({ resultType: 'complete', structuredContent: null })],
  ['a foreign key', '2025-03-26', text({ structuredContent: 7 })],
  ['no content', '2025-11-25', { content: [], isError: true }],
])('a result with %s keeps revision %s', (_, revision, result) => expect(found(result, revision)).toEqual([]));

test.each<[string, string, Record<string, unknown>, string[]]>([
  ['content that is a text', '2025-11-25', { content: 'hello' }, ['contentInvalid /content']],
  ['structured content alone', '2025-11-25', { structuredContent: {} }, ['contentInvalid /content']],
  ['a block without text', '2025-11-25', block({ type: 'text' }), ['contentInvalid /content/1']],
  ['a block that is a text', '2025-11-25', block('hi'), ['contentInvalid /content/1']],
  ['an unknown block', '2025-11-25', block({ type: 'video', data: 'AA' }), ['contentInvalid /content/1']],
  [
    'a block of a later revision',
    '2024-11-05',
    block({ type: 'audio', data: 'A', mimeType: 'a/b' }),
    ['contentInvalid /content/1'],
  ],
  [
    'a block named like a property of objects',
    '2025-11-25',
    block({ type: 'toString' }),
    ['contentInvalid /content/1'],
  ],
  [
    'an empty resource',
    '2025-11-25',
    block({ type: 'resource', resource: { uri: 'a:b' } }),
    ['contentInvalid /content/1'],
  ],
  [
    'a list as structured content',
    '2025-11-25',
    text({ structuredContent: [1] }),
    ['structuredContentInvalid /structuredContent'],
  ],
  ['a word for isError', '2025-11-25', text({ isError: 'no' }), ['isErrorInvalid /isError']],
  ['no type', '2026-07-28', text(), ['resultTypeMissing /resultType']],
])('a result with %s breaks revision %s', (_, revision, result, expected) =>
  expect(found(result, revision)).toEqual(expected),
);

test('at most 20 findings of a result are named', () =>
  expect(toolResultFindings({ content: Array.from({ length: 1_000 }, () => 7) }, '2025-11-25')).toHaveLength(20));
