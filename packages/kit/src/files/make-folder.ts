import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a private folder and the missing ones above it, one after the other: Node's own `recursive` never ends where a
 * file system such as /proc refuses a folder with ENOENT. @throws the error of the system, with its code.
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const refused = await attempt(folder);
  if (refused?.code !== 'ENOENT') {
    if (refused) throw refused;
    return;
  }
  const parent = dirname(folder);
  if (await isFolder(parent)) throw noFoldersIn(parent, folder, refused);
  await makeFolder(parent);
  const again = await attempt(folder);
  if (again) throw again.code === 'ENOENT' ? noFoldersIn(parent, folder, again) : again;
}

/** Makes one folder; the error of the system when it is not there afterwards. */
async function attempt(folder: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return undefined;
  } catch (error) {
    return (await isFolder(folder)) ? undefined : (error as NodeJS.ErrnoException);
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const noFoldersIn = (parent: string, folder: string, { code, syscall }: NodeJS.ErrnoException): Error =>
  Object.assign(new Error(`${folder} cannot be made: the file system of ${parent} takes no new folders.`), {
    code,
    syscall,
  });
