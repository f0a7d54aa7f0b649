import { createLog } from '@assay/kit/log';
import { openPool } from '@assay/kit/postgres/db';
import { privatePostgres } from '@assay/testkit/database/private-postgres';

/** Hands out an empty database in a Postgres of its own, by its superuser's URL, and removes both afterwards. */
export async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await privatePostgres();
  try {
    const pool = openPool(postgres.url, createLog('release', 'silent'), { max: 1 });
    await pool.query('create database released').finally(() => pool.end());
    return await work(Object.assign(new URL(postgres.url), { pathname: '/released' }).toString());
  } finally {
    await postgres.remove();
  }
}
