import { join } from 'node:path';
import { removeLeftovers, privatePostgres, type PrivatePostgres } from './database/private-postgres.ts';

declare global {
  var testPostgres: PrivatePostgres | undefined;
}

const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

/**
 * Gives a jest run one compile cache for Node's processes, and one Postgres unless TEST_DATABASE_URL names a server
 * whose user may create databases.
 */
export default async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  if (process.env.TEST_DATABASE_URL) return;
  await removeLeftovers();
  globalThis.testPostgres = await privatePostgres();
  process.env.TEST_DATABASE_URL = globalThis.testPostgres.url;
}
