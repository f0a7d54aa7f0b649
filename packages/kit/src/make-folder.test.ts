import { mkdtemp, rm, stat } from 'node:fs/promises';
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
