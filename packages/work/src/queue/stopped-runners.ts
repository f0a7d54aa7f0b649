import { sql, transaction, type Pool } from '@assay/kit/postgres/db';

/**
 * Notes that a runner stops: claims hand it nothing more. Each claim reads this table with a row lock, so an exclusive
 * lock waits for the claims that are under way at any replica: an answer that the runner no longer hears would otherwise
 * be claimed after it asked what it holds. A backup only reads: it waits for no lock here, and no lock waits for it.
 */
export const markStopped = (pool: Pool, runnerId: string): Promise<void> =>
  transaction(pool, async (tx) => {
    await tx.query('lock table stopped_runners in exclusive mode');
    await tx.query(sql`
      with forgotten as (delete from stopped_runners where stopped_at < now() - interval '1 day')
      insert into stopped_runners (runner_id) values (${runnerId}) on conflict do nothing`);
  });
