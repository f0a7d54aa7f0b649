import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { storedChunk, storedPart } from './stored-part.ts';

const span = { id: 's', name: 'x', category: 'step' as const, startMs: 1, endMs: 2 };
const entry = { atMs: 1, serverId: 'srv', direction: 'sent' as const, bytes: 2 };
const read = (body: Buffer): unknown => JSON.parse(gunzipSync(body).toString());
const sent = (chunk: unknown) => gzipSync(JSON.stringify(chunk));

test('a part is stored masked, its trace id beside it', async () => {
  const wire = [{ ...entry, message: { params: { password: 'hunter2', note: 'key sk_abcdefghijk' } } }];
  const { traceId, body } = await storedPart(sent({ traceId: 'abc', spans: [span], wire }));
  expect(traceId).toBe('abc');
  expect(read(body)).toEqual({
    spans: [span],
    wire: [{ ...entry, message: { params: { password: '[redacted]', note: 'key [redacted]' } } }],
  });
});

test('the fields of a short part are not compressed', async () => {
  const { body } = await storedChunk({ spans: [span], wire: [] });
  expect(body.toString('latin1')).toContain(JSON.stringify({ spans: [span], wire: [] }).slice(1, -1));
});

test('what went wrong in a span is masked', async () => {
  const { body } = await storedChunk({ spans: [{ ...span, message: 'token=abcdefgh' }], wire: [] });
  expect(read(body)).toEqual({ spans: [{ ...span, message: 'token=[redacted]' }], wire: [] });
});

test('a message over 64 KB is clipped', async () => {
  const { body } = await storedPart(sent({ spans: [], wire: [{ ...entry, message: 'x'.repeat(70_000) }] }));
  expect(read(body)).toMatchObject({ wire: [{ text: `"${'x'.repeat(65_535)}`, truncated: true }] });
});

test.each([
  ['a part of few bytes that stand for many', gzipSync(`{"spans":[],"wire":[]}${' '.repeat(33 * 1024 * 1024)}`)],
  ['a part of too many bytes', randomBytes(16 * 1024 * 1024 + 1)],
  ['a part that is not gzipped', Buffer.from('plain')],
  ['an empty part', Buffer.alloc(0)],
  ['a part that is no JSON', gzipSync('plain')],
  ['JSON that is no part', sent({ spans: {}, wire: [] })],
  ['a part with a span that is no object', sent({ spans: [1], wire: [] })],
  ['null', sent(null)],
])('%s is stored as cut', async (_, body) =>
  expect(read((await storedPart(body)).body)).toEqual({ spans: [], wire: [], cut: true }),
);
