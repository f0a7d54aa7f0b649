import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replacePrivateFile } from '../private-file.ts';
import { nameOf, type Blobs } from './blobs.ts';

/** Keeps blobs as files of one folder, which every replica of the service has to see. */
export function folderBlobs(folder: string): Blobs {
  const fileOf = (id: string) => join(folder, nameOf(id));
  return {
    put: async (id, bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replacePrivateFile(fileOf(id), bytes);
    },
    get: (id) =>
      readFile(fileOf(id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    delete: (id) => rm(fileOf(id), { force: true }),
  };
}
