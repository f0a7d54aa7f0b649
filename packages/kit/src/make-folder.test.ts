import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Mounts a read-only file system; false where this user or system cannot. */
function mountReadOnly(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a folder below a missing one on a read-only file system fails with that reason', async () => {
  if (!mountReadOnly(folder)) return;
  try {
    await expect(makeFolder(join(folder, 'a', 'b'))).rejects.toMatchObject({ code: 'EROFS' });
  } finally {
    execFileSync('umount', [folder]);
  }
});
