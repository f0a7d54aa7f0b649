import { auditedDocuments } from './audited-document.ts';

const read = (bytes: Buffer) =>
  bytes.length === 0 ? undefined : (JSON.parse(bytes.toString()) as Record<string, unknown>);
const kept = (document: object) => read(auditedDocuments(undefined, document).after)!;
const both = (before: object, after: object) => {
  const written = auditedDocuments(before, after);
  return [read(written.before)!, read(written.after)!] as const;
};

test.each([
  ['headers', { headers: { 'X-Tenant': 'hunter2' } }, { headers: { 'X-Tenant': '[redacted]' } }],
  [
    'the environment of a command',
    { env: { REGION: 'hunter2', PIN: 4711 } },
    { env: { REGION: '[redacted]', PIN: '[redacted]' } },
  ],
  [
    'what is below a name that tells',
    { credentials: { user: 'ada', more: ['hunter2', 4711] } },
    { credentials: { user: '[redacted]', more: ['[redacted]', '[redacted]'] } },
  ],
  ['a client secret', { name: 'x', clientSecret: 'hunter2' }, { name: 'x', clientSecret: '[redacted]' }],
  ['a number that is a password', { pin: { password: 4711 } }, { pin: { password: '[redacted]' } }],
  ['a key of ours in a text', { note: 'use sk_abcdefgh' }, { note: 'use [redacted]' }],
  ['the password of an address', { url: 'https://me:hunter2@mcp.example' }, { url: 'https://[redacted]@mcp.example' }],
])('%s is masked', (_, document, masked) => expect(kept(document)).toEqual(masked));

test.each([
  ['names of what is set', { headerNames: ['X-Tenant'], hasClientSecret: true }],
  ['amounts', { maxTokens: 5 }],
  ['nothing', { gone: null }],
  ['which secret it is', { secretVersion: 2 }],
  ['a field that is named like what every object has', JSON.parse('{"__proto__":{"a":1}}') as object],
])('%s is kept', (_, document) => expect(JSON.stringify(kept(document))).toBe(JSON.stringify(document)));

test('nothing is nothing, and an empty document is one', () => {
  expect(auditedDocuments(undefined, {})).toEqual({ before: Buffer.alloc(0), after: Buffer.from('{}') });
});

test('the longest fields of a document that is too long are left out, with their length', () => {
  const long = 'x'.repeat(40_000);
  expect(kept({ id: 'suite_1', first: long, second: `${long}x`, name: 'smoke' })).toEqual({
    id: 'suite_1',
    first: long,
    second: expect.stringMatching(/^\[omitted: 40003, [0-9a-f]{8}\]$/),
    name: 'smoke',
  });
});

test('what is left out of a document is left out of the other, and tells whether it changed', () => {
  const [steps, other, notes] = [['a'.repeat(70_000)], ['b'.repeat(70_000)], 'n'.repeat(40_000)];
  const [before, after] = both(
    { steps, title: 'same', notes, grown: 'short' },
    { steps, title: 'same', notes, grown: 'g'.repeat(30_000) },
  );
  expect(before).toEqual({ steps: after.steps, title: 'same', notes: after.notes, grown: 'short' });
  expect(after).toMatchObject({
    steps: expect.stringMatching(/^\[omitted/),
    notes: expect.stringMatching(/^\[omitted/),
  });
  const [first, second] = both({ steps }, { steps: other });
  expect(second.steps).not.toBe(first.steps);
});

test('what of a field is masked tells nothing of it when it is left out either', () => {
  const [before, after] = both(
    { headers: { long: 'x'.repeat(70_000), key: 'one' } },
    { headers: { long: 'x'.repeat(70_000), key: 'two' } },
  );
  expect(after).toEqual(before);
});

test.each([
  ['one field', { text: 'é'.repeat(300_000) }],
  ['a hundred thousand fields', Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`field ${i}`, i]))],
  [
    'secrets that are shorter than what they are masked with',
    { arguments: { secret: Object.fromEntries(Array.from({ length: 6_200 }, (_, i) => [i.toString(36), ''])) } },
  ],
])('%s fits into an event, however long', (_, document) =>
  expect(auditedDocuments(document, document).after.length).toBeLessThanOrEqual(64 * 1024),
);
