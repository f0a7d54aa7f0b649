import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replacePrivateFile } from '../files/private-file.ts';
import { blobFailure } from './blob-failure.ts';
import { nameOf, type Blobs } from './blobs.ts';

/**
 * Keeps blobs as files of one folder, which every replica of the service has to see. Its methods throw a BlobFailure when
 * the file system refuses.
 */
export function folderBlobs(folder: string): Blobs {
  const fileOf = (id: string) => join(folder, nameOf(id));
  const tried = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw blobFailure(error);
    });
  const write = async (file: string, bytes: Uint8Array): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replacePrivateFile(file, bytes);
  };
  const read = (file: string): Promise<Buffer | undefined> =>
    readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  return {
    put: async (id, bytes) => tried(write(fileOf(id), bytes)),
    get: async (id) => tried(read(fileOf(id))),
    delete: async (id) => tried(rm(fileOf(id), { force: true })),
  };
}
