import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sentPart } from './sent-part.ts';
import { storedContent, storedPart } from './stored-part.ts';

const span = { id: 's', name: 'x', category: 'step' as const, startMs: 1, endMs: 2 };
const entry = { atMs: 1, serverId: 'srv', direction: 'sent' as const, bytes: 2 };
const read = (body: Buffer): unknown => JSON.parse(gunzipSync(body).toString());
const sent = (content: unknown) => gzipSync(JSON.stringify(content));

test('a part is stored masked, its trace id beside it', async () => {
  const wire = [{ ...entry, message: { params: { password: 'hunter2', note: 'key sk_abcdefghijk' } } }];
  const { traceId, body } = await storedPart(sent({ traceId: 'abc', spans: [span], wire }));
  expect(traceId).toBe('abc');
  expect(read(body)).toEqual({
    spans: [span],
    wire: [{ ...entry, message: { params: { password: '[redacted]', note: 'key [redacted]' } } }],
  });
});

test('a short part travels and is stored uncompressed', async () => {
  const content = { spans: [span], wire: [{ ...entry, message: 'x'.repeat(10_000) }] };
  const json = JSON.stringify(content);
  const bytes = await sentPart(json);
  expect(bytes.toString()).toBe(json);
  const { body } = await storedPart(bytes);
  const [spans, messages] = json.slice(1, -1).split(/(?<=,)(?="wire")/);
  for (const text of [spans, messages]) expect(body.toString('latin1')).toContain(text);
  expect(read(body)).toEqual(content);
});

test('a long part travels and is stored compressed', async () => {
  const content = { spans: [span], wire: [{ ...entry, message: 'x'.repeat(20_000) }] };
  const bytes = await sentPart(JSON.stringify(content));
  expect(gunzipSync(bytes).toString()).toBe(JSON.stringify(content));
  const { body } = await storedPart(bytes);
  expect(body.length).toBeLessThan(2_000);
  expect(read(body)).toEqual(content);
});

test('what went wrong in a span is masked', async () => {
  const { body } = await storedContent({ spans: [{ ...span, message: 'token=abcdefgh' }], wire: [] });
  expect(read(body)).toEqual({ spans: [{ ...span, message: 'token=[redacted]' }], wire: [] });
});

test('a message over 64 KB is clipped', async () => {
  const { body } = await storedPart(sent({ spans: [], wire: [{ ...entry, message: 'x'.repeat(70_000) }] }));
  expect(read(body)).toMatchObject({ wire: [{ text: `"${'x'.repeat(65_535)}`, truncated: true }] });
});

test.each([
  ['a part of few bytes that stand for many', gzipSync(`{"spans":[],"wire":[]}${' '.repeat(33 * 1024 * 1024)}`)],
  ['a part of too many bytes', randomBytes(16 * 1024 * 1024 + 1)],
  ['a part that is neither JSON nor gzip', Buffer.from('plain')],
  ['a part of JSON that is cut off', Buffer.from('{"spans":[],"wire":[')],
  ['an empty part', Buffer.alloc(0)],
  ['a part that is not JSON', gzipSync('plain')],
  ['JSON that is no part', sent({ spans: {}, wire: [] })],
  ['a part with a span that is not an object', sent({ spans: [1], wire: [] })],
  ['null', sent(null)],
])('%s is stored as cut', async (_, body) =>
  expect(read((await storedPart(body)).body)).toEqual({ spans: [], wire: [], cut: true }),
);
