import { rows, sql, type Db } from '@assay/kit/postgres/db';

/**
 * Starts a backtest, unless another one began less than `cooldownMs` ago: then it returns the milliseconds that are
 * left. Undefined when the run is gone.
 */
export async function claimBacktest(db: Db, runId: string, cooldownMs: number): Promise<number | undefined> {
  const { rowCount } = await db.query(sql`
    insert into backtests (run_id, started_at) select id, now() from runs where id = ${runId} for key share
    on conflict (run_id) do update set started_at = excluded.started_at
    where backtests.started_at <= now() - ${cooldownMs} * interval '1 ms'`);
  if (rowCount === 1) return 0;
  const [last] = await rows<{ left: number }>(
    db,
    sql`
    select ${cooldownMs} - extract(epoch from now() - started_at)::float8 * 1000 as left from backtests where run_id = ${runId}`,
  );
  return last && Math.max(1, last.left);
}
