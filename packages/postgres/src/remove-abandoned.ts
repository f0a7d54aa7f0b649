import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '@assay/kit/log';
import { isAbandoned } from './folder-claim.ts';
import { removePostgres } from './remove-postgres.ts';

/**
 * Deletes the data folders in the folder for temporary files whose names begin with `prefix` and whose processes died,
 * with their Postgres. Folders of other users, and folders that another process deletes, are left alone.
 */
export async function removeAbandoned(prefix: string, log: Logger): Promise<void> {
  const folders = (await readdir(tmpdir()))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(tmpdir(), name));
  await Promise.allSettled(
    folders.map(async (folder) => {
      if (await isAbandoned(folder)) await removePostgres(folder, log);
    }),
  );
}
