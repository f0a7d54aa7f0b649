import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountReadOnly } from '@assay/testkit/read-only-mount';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'make-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a folder is made with the missing ones above it, for its owner alone, and stays as it is', async () => {
  const path = join(folder, 'a', 'b');
  await makeFolder(path);
  await makeFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('a folder below a missing one on a read-only file system fails with that reason', async () => {
  const unmount = mountReadOnly(folder);
  if (!unmount) return;
  try {
    await expect(makeFolder(join(folder, 'a', 'b'))).rejects.toMatchObject({ code: 'EROFS' });
  } finally {
    unmount();
  }
});

test.each(['foo', 'foo/bar'])(
  'a folder where the file system takes none, such as /proc/%s, is refused',
  async (name) => {
    if (process.platform !== 'linux') return;
    await expect(makeFolder(join('/proc', name))).rejects.toMatchObject({
      code: 'ENOENT',
      message: '/proc/foo cannot be made: the file system of /proc takes no new folders.',
    });
  },
);

test('a folder at the place of a file, or below one, fails with that reason', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'file', 'a', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});
