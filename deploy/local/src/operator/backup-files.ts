import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { replacePrivateFile } from '@assay/kit/files/private-file';

/** The list of a backup's files, by which a restore finds that one was lost or cut short on its way. */
const LIST = 'backup.json';

/** The most faults that a refusal names. */
const SHOWN = 3;

/** The size of each file in bytes, by its path in the backup. */
type FileSizes = Record<string, number>;

/** Writes the list of the files of a backup into it. */
export const listFiles = async (backup: string): Promise<void> =>
  replacePrivateFile(join(backup, LIST), JSON.stringify(await sizesIn(backup)));

/** Refuses a backup without one of its files, or with a file of another size; backups from before there was a list are taken. */
export async function assertWhole(backup: string): Promise<void> {
  const expected = await readList(join(backup, LIST));
  if (!expected) return;
  const found = await sizesIn(backup);
  const faults = Object.entries(expected).flatMap(([path, bytes]) => {
    if (found[path] === bytes) return [];
    return [found[path] === undefined ? `${path} is missing` : `${path} has ${found[path]} bytes instead of ${bytes}`];
  });
  if (faults.length === 0) return;
  const more = faults.length > SHOWN ? `, and ${faults.length - SHOWN} more` : '';
  throw new Error(
    `${backup} is not as the backup was written: ${faults.slice(0, SHOWN).join(', ')}${more}. Copy it again from where it was kept. To restore it as it is, remove ${LIST} from it.`,
  );
}

async function readList(file: string): Promise<FileSizes | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  try {
    return text === undefined ? undefined : (JSON.parse(text) as FileSizes);
  } catch {
    throw new Error(`${file} is damaged: the backup was cut short. Copy it again from where it was kept.`);
  }
}

async function sizesIn(folder: string): Promise<FileSizes> {
  const sizes: FileSizes = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) sizes[relative(folder, path)] = (await lstat(path)).size;
  }
  return sizes;
}
