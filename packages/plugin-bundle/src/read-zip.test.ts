import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { zipOf, zipWith, type ZipEntry } from '@assay/testkit/zip';
import { bundleHash } from './bundle-files.ts';
import { bundleLimits } from './bundle-limits.ts';
import { readZip } from './read-zip.ts';

const MIB = 1024 * 1024;
const refusal = async (zip: Buffer) => {
  try {
    await readZip(zip);
  } catch (error) {
    return { ...(error as object), message: (error as Error).message };
  }
  throw new Error('The zip was taken.');
};

test('a zip is read with its files and without folders and the files of systems', async () => {
  const files = await readZip(
    zipWith([
      { name: 'skills/', mode: 0o040_755, method: 0 },
      { name: 'skills/b.txt', content: 'b' },
      { name: 'a.txt', content: 'a', method: 0 },
      { name: '__MACOSX/._a.txt', content: 'x' },
      { name: 'skills/.DS_Store', content: 'x' },
      { name: 'cafe\u0301.md', content: '' },
    ]),
  );
  expect(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['skills/b.txt', 'b'],
    ['a.txt', 'a'],
    ['caf\u00e9.md', ''],
  ]);
});

test.each<[string, ZipEntry | ZipEntry[], string]>([
  ['an absolute path', { name: '/etc/passwd' }, 'The entry "/etc/passwd" has an absolute path.'],
  ['a path that leaves the bundle', { name: 'a/../../b' }, 'leaves the bundle with ".."'],
  ['a backslash', { name: 'a\\b' }, 'The entry "a\\\\b" has a backslash in its path'],
  ['a drive letter', { name: 'C:/b' }, 'has a colon'],
  ['an empty segment', { name: 'a//b' }, 'has an empty or "." segment'],
  ['a dot as a segment', { name: './a' }, 'has an empty or "." segment'],
  ['a blank at the end of a segment', { name: 'a /b' }, 'ends in a dot or a blank'],
  ['no name', { name: '' }, 'The entry "" has no name.'],
  ['a line break in a path', { name: 'a\nb' }, 'has a control character'],
  ['a character that changes the direction', { name: 'a\u202egpj.exe' }, 'has a control character, an invisible one'],
  ['a name that is not UTF-8', { name: new Uint8Array([0x61, 0xff]), flags: 0 }, 'one that is not UTF-8'],
  ['a deep path', { name: 'a/'.repeat(20) + 'b' }, 'is nested deeper than 16 levels'],
  ['a long path', { name: 'a'.repeat(401) }, 'has a path longer than 400 bytes'],
  ['the same path twice', [{ name: 'a' }, { name: 'a' }], 'The entry "a" appears twice.'],
  ['the same path but for case', [{ name: 'a/B' }, { name: 'A/b' }], 'has the same path as "a" but for case'],
  ['the same path in another Unicode form', [{ name: 'e\u0301' }, { name: '\u00e9' }], 'appears twice'],
  ['the same path in a folding of several letters', [{ name: 'stra\u00dfe' }, { name: 'STRASSE' }], 'but for case'],
  ['a file under a file', [{ name: 'a' }, { name: 'a/b' }], 'is inside of "a", which is a file'],
  ['a file over a folder', [{ name: 'a/b' }, { name: 'a' }], 'The entry "a" appears twice.'],
  ['a symbolic link', { name: 'a', content: '/etc/passwd', mode: 0o120_777 }, 'The entry "a" is a link, a device'],
  ['a device', { name: 'a', mode: 0o020_666 }, 'is a link, a device or another special file'],
  ['a folder that claims to be a file', { name: 'a/', mode: 0o100_644 }, 'is a link, a device'],
  ['a folder with content', { name: 'a/', mode: 0o040_755, content: 'x' }, 'is a folder with content'],
  ['an encrypted entry', { name: 'a', flags: 0x801 }, 'The entry "a" is encrypted.'],
  ['another compression', { name: 'a', method: 12 }, 'is compressed by method 12'],
  ['a large file', { name: 'a', size: bundleLimits.fileBytes + 1 }, 'is larger than 5242880 bytes'],
  [
    'a file that is larger than it says',
    { name: 'a', content: 'x'.repeat(9_999), size: 10 },
    'The entry "a" cannot be read',
  ],
  ['a file that is smaller than it says', { name: 'a', content: 'x', size: 10 }, 'The entry "a" cannot be read'],
  ['a damaged file', { name: 'a', content: 'x', crc: 1 }, 'The entry "a" is damaged'],
  [
    'another name before the content',
    { name: 'a', localName: '../b' },
    'The entry "a" has another name before its content',
  ],
  ['another name of the same length', { name: 'a', localName: 'b' }, 'has another name before its content'],
  ['another name in an extra field', { name: 'a', extra: unicodePath('a', '../b') }, 'leaves the bundle with ".."'],
])('a zip with %s is refused, and the entry named', async (_case, entries, message) => {
  const problem = await refusal(zipWith([entries].flat()));
  expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) });
});

/** An Info-ZIP field that gives an entry another name in UTF-8. */
function unicodePath(name: string, other: string): Buffer {
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(crc32(name));
  const data = Buffer.concat([Buffer.from([1]), crc, Buffer.from(other)]);
  return Buffer.concat([Buffer.from([0x75, 0x70, data.length, 0]), data]);
}

test.each([
  ['no zip', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['half a zip', zipOf({ a: 'x'.repeat(100) }).subarray(40)],
])('%s is refused as no zip', async (_case, bytes) => {
  expect(await refusal(bytes)).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('not a zip'),
  });
});

test('a zip of 100,000 files is refused by its count alone', async () => {
  // The end of the directory names the count: no entry of the zip is there to be read.
  const bytes = zipWith([], { entryCount: 100_000 });
  expect(await refusal(bytes)).toMatchObject({ message: 'The zip has 100000 entries; at most 2000 are taken.' });
});

test('a bomb is refused by its directory, before a file is inflated', async () => {
  const zeros = Buffer.alloc(5 * MIB);
  // Damaged content: inflating it would be told as an error of the entry.
  const bomb = zipWith([1, 2, 3, 4, 5, 6].map((n) => ({ name: `${n}`, content: zeros, crc: 0 })));
  expect(bomb.length).toBeLessThan(64 * 1024);
  expect(await refusal(bomb)).toMatchObject({
    message: 'The entry "1" makes the files more than 100 times larger than the zip.',
  });
});

test('a bomb that hides its size is inflated no further than it says', async () => {
  const bomb = zipWith([{ name: 'a', content: Buffer.alloc(64 * MIB), size: 1000 }]);
  const before = process.memoryUsage().arrayBuffers;
  expect(await refusal(bomb)).toMatchObject({ message: expect.stringContaining('The entry "a" cannot be read') });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * MIB);
});

test('files that are too large together are refused', async () => {
  const sizes = Array.from({ length: 6 }, (_unused, n) => ({ name: `${n}`, content: random(MIB), size: 5 * MIB }));
  expect(await refusal(zipWith(sizes))).toMatchObject({
    message: 'The files of the zip are larger than 26214400 bytes together.',
  });
});

const random = (length: number) => randomBytes(length);

test('the hash of a bundle does not depend on its order, times and compression', async () => {
  const one = await readZip(
    zipWith([
      { name: 'b/c', content: '2' },
      { name: 'a', content: '1', time: 7 },
    ]),
  );
  const other = await readZip(
    zipWith([
      { name: 'a', content: '1', method: 0 },
      { name: 'b/c', content: '2', time: 9 },
    ]),
  );
  expect(bundleHash(one)).toBe(bundleHash(other));
  // printf 1 > a; mkdir b; printf 2 > b/c; sha256sum a b/c | sha256sum
  expect(bundleHash(one)).toBe('48139a6be73548c99b6a1f64ee150afb3a81ddabab5d333a51d5a0ac762880c0');
});

test.each<[string, Record<string, string>]>([
  ['a path', { 'b/d': '2', a: '1' }],
  ['a byte', { 'b/c': '3', a: '1' }],
  ['a file', { 'b/c': '2', a: '1', d: '' }],
])('another %s has another hash', async (_case, files) => {
  expect(bundleHash(await readZip(zipOf(files)))).not.toBe(bundleHash(await readZip(zipOf({ 'b/c': '2', a: '1' }))));
});
