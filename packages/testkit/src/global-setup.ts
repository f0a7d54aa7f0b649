import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPILE_CACHE } from './compile-cache.ts';
import { removeLeftovers, privatePostgres, type PrivatePostgres } from './database/private-postgres.ts';
import { memoryFolder } from './memory-folder.ts';

declare global {
  var testPostgres: PrivatePostgres | undefined;
}

/**
 * Gives a jest run one compile cache for Node's processes, and one Postgres unless TEST_DATABASE_URL names a server
 * whose user may create databases. Where there is memory for it, the data of Postgres and the temporary files of all
 * tests stay in memory: a run writes gigabytes, in hundreds of thousands of small files.
 */
export default async function globalSetup(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) await startTestPostgres();
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
}

async function startTestPostgres(): Promise<void> {
  const memory = await memoryFolder();
  if (memory) process.env.TMPDIR = memory;
  await removeLeftovers();
  const postgres = await privatePostgres();
  globalThis.testPostgres = postgres;
  process.env.TEST_DATABASE_URL = postgres.url;
  if (!memory) return;
  // Deleted with the folder of Postgres, also after a killed run. The account of Postgres may pass through it.
  process.env.TMPDIR = join(postgres.folder, 'tmp');
  await mkdir(process.env.TMPDIR, { mode: 0o711 });
  // No later run has a use for the cache of a clone that is checked and thrown away.
  if (process.env.CI) process.env.NODE_COMPILE_CACHE ??= join(process.env.TMPDIR, 'compiled');
}
