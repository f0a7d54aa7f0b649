import { rows, sql, type Pool } from './db.ts';

/** Does `work`, unless another process of the service is at it already. Holds a connection meanwhile, and with it the lock. */
export async function withAdvisoryLock(pool: Pool, what: string, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    const [lock] = await rows<{ held: boolean }>(
      client,
      sql`select pg_try_advisory_lock(hashtext(${what}), hashtext(current_schema())) as held`,
    );
    if (lock!.held) await work();
  } finally {
    // Closed, not handed back: the next user of the connection must not inherit the lock.
    client.release(true);
  }
}
