import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOf, type Blobs } from './blobs.ts';

/** Keeps blobs as files of one folder, which every replica of the service has to see. */
export function folderBlobs(folder: string): Blobs {
  const fileOf = (id: string) => join(folder, nameOf(id));
  return {
    put: async (id, bytes) => {
      const file = fileOf(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A file gets its name when it is whole.
      const draft = `${file}.${randomBytes(6).toString('hex')}`;
      try {
        await writeFile(draft, bytes, { mode: 0o600, flush: true });
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    get: (id) =>
      readFile(fileOf(id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    delete: (id) => rm(fileOf(id), { force: true }),
  };
}
