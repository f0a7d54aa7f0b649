import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a private folder and the missing ones above it. Where the file system refuses one above the last, Node answers
 * ENOENT; an attempt to make that one alone fails with the reason.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(await firstMissing(resolve(path)), { mode: 0o700 });
    throw error;
  }
}

/** The uppermost folder of a path that is not there. */
async function firstMissing(path: string): Promise<string> {
  const parent = dirname(path);
  const isThere = await stat(parent).then(
    () => true,
    () => false,
  );
  return isThere || parent === path ? path : firstMissing(parent);
}
