import { removeLeftovers, privatePostgres, type PrivatePostgres } from './database/private-postgres.ts';

declare global {
  var testPostgres: PrivatePostgres | undefined;
}

/** Gives a whole jest run one Postgres, unless TEST_DATABASE_URL names one whose user may create databases. */
export default async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  await removeLeftovers();
  globalThis.testPostgres = await privatePostgres();
  process.env.TEST_DATABASE_URL = globalThis.testPostgres.url;
}
