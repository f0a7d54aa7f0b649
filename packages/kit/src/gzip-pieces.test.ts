import { gunzipSync, gzipSync } from 'node:zlib';
import { gzipPiece, inflatePieces, joinListedPieces, joinPieces, listPieces } from './gzip-pieces.ts';

const long = Array.from({ length: 20_000 }, (_, i) => `word${(i * 7_919) % 1_000}`).join(' ');

test.each([
  ['none', []],
  ['an empty text', ['']],
  ['tiny texts', ['{', '"a":1', '}']],
  ['texts of every size', ['{', `"text":"${long}"`, ',"ü":"€"', `,"more":"${long.slice(0, 9_000)}"`, '}']],
  ['a text that is inflated in another thread', [long.repeat(3)]],
])('pieces are joined to one gzip: %s', async (_, texts) => {
  const pieces = await Promise.all(texts.map((text) => gzipPiece(text)));
  for (const join of [joinPieces, joinListedPieces]) expect(gunzipSync(join(pieces)).toString()).toBe(texts.join(''));
  expect((await inflatePieces(pieces)).toString()).toBe(texts.join(''));
});

test('pieces of one gzip are joined with others to another one, without being inflated', async () => {
  const stored = joinListedPieces(await Promise.all(['{', `"a":"${long}"`, '}'].map((text) => gzipPiece(text))));
  const [, inner] = listPieces(stored)!;
  const joined = joinPieces([await gzipPiece('{"id":1,'), inner!, await gzipPiece(',"z":[]}')]);
  expect(JSON.parse(gunzipSync(joined).toString())).toEqual({ id: 1, a: long, z: [] });
  expect(joined.includes(inner!.deflated)).toBe(true);
});

test.each([
  ['another gzip', gzipSync('{}')],
  ['no gzip', Buffer.from('plain text of some length')],
  ['nothing', Buffer.alloc(0)],
])('%s has no listed pieces', (_, bytes) => expect(listPieces(bytes)).toBeUndefined());

test.each([
  ['a compressed text', long],
  ['a long text of two bytes per character', '€'.repeat(20_000)],
])('%s that was damaged is not inflated to another one', async (_, text) => {
  const piece = await gzipPiece(text);
  await expect(inflatePieces([{ ...piece, crc: piece.crc ^ 1 }])).rejects.toThrow('damaged');
  await expect(inflatePieces([{ ...piece, length: piece.length + 1 }])).rejects.toThrow('damaged');
  await expect(inflatePieces([{ ...piece, length: 10 }])).rejects.toThrow();
});

test('a verbatim piece is copied without being inflated', async () => {
  const piece = await gzipPiece(long.slice(0, 10_000));
  expect((await inflatePieces([{ ...piece, crc: 0 }])).toString()).toBe(long.slice(0, 10_000));
});
