import { createLog } from '@assay/kit/log';
import { openPool, type Pool } from '@assay/kit/postgres/db';

/** How long work may wait for a connection, in milliseconds. */
const CONNECT_MS = 3_000;

/**
 * Runs `work` with a pool of one connection, to the database of another pool. Work that holds it while it waits for a second one fails
 * after 3 s with pg's error.
 */
export async function withOneConnection<T>({ options }: Pool, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(options.connectionString!, createLog('test', 'silent'), { max: 1, connectMs: CONNECT_MS });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
