import { mkdtemp, open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrivateFile, replacePrivateFile } from './private-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-file-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a private file and its folder are synced to the disk before the write resolves', async () => {
  const synced: string[] = [];
  const handle = await open(folder, 'r');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = prototype;
  prototype.sync = async function (this: FileHandle) {
    synced.push((await this.stat()).isDirectory() ? 'folder' : 'file');
    return sync.call(this);
  };
  try {
    await replacePrivateFile(join(folder, 'secrets'), 'one');
    await createPrivateFile(join(folder, 'more'), 'two');
  } finally {
    prototype.sync = sync;
  }
  expect(synced).toEqual(['file', 'folder', 'file', 'folder']);
});

test('a private file belongs to its owner alone, and no draft remains beside it', async () => {
  const file = join(folder, 'secrets');
  await createPrivateFile(file, 'first');
  await createPrivateFile(file, 'second');
  expect(await readFile(file, 'utf8')).toBe('first');
  await replacePrivateFile(file, 'third');
  expect([await readFile(file, 'utf8'), (await stat(file)).mode & 0o777]).toEqual(['third', 0o600]);
  expect(await readdir(folder)).toEqual(['secrets']);
});
