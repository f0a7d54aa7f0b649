import { gunzipSync, gzipSync } from 'node:zlib';
import { compress, decompress, uncompressedBytes } from './compress.ts';

test.each([
  ['small', 100],
  ['large', 1_000_000],
])('what is %s comes back as it was', async (_, length) => {
  const content = 'ä'.repeat(length);
  expect(gunzipSync(await compress(content)).toString()).toBe(content);
  expect(gunzipSync(await compress(Buffer.from(content))).toString()).toBe(content);
});

test.each([
  ['a small content', 100],
  ['a large content', 1_000_000],
])('%s is decompressed', async (_, length) => {
  const content = 'ä'.repeat(length);
  expect((await decompress(gzipSync(content), 2 * length)).toString()).toBe(content);
  await expect(decompress(gzipSync(content), 2 * length - 1)).rejects.toThrow();
});

test('a content whose end tells a smaller size is decompressed up to the limit', async () => {
  const lying = Buffer.concat([gzipSync('x'.repeat(100_000)), gzipSync('')]);
  expect((await decompress(lying, 100_000)).length).toBe(100_000);
  await expect(decompress(lying, 99_999)).rejects.toThrow();
});

test('a content that is no gzip is refused', async () => {
  await expect(decompress(Buffer.from('plain'), 100)).rejects.toThrow();
  await expect(decompress(Buffer.alloc(0), 100)).rejects.toThrow();
});

test.each([0, 1, 40_000, 300_000])('content of %i bytes tells its size while it is compressed', async (bytes) => {
  expect(uncompressedBytes(await compress('x'.repeat(bytes)))).toBe(bytes);
});
