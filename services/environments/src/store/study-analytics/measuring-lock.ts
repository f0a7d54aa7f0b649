import { rows, sql, type Tx } from '@assay/kit/postgres/db';

/** Whether this transaction is the one that measures and mines: of several replicas one does it. */
export async function tryMeasuringLock(tx: Tx): Promise<boolean> {
  const [lock] = await rows<{ held: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock('session_measures'::regclass::bigint) as held`,
  );
  return lock!.held;
}
