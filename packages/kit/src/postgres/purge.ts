import { inBatches, repeat, type BackgroundTask } from '../concurrency/background-task.ts';
import { fragment, rows, sql, transaction, type Db, type Pool, type Tx } from './db.ts';
import type { Logger } from '../log.ts';

/** An owner that can be deleted with all of its data. */
export type PurgeOwner = 'project' | 'organization';

/** A table in which something of an owner is kept, and the way it goes. What goes with another table's rows needs no entry. */
export interface PurgeStep {
  table: string;
  /** Takes some of what is left; answers how many rows those were, 0 when nothing is left. */
  take(tx: Tx, ownerId: string): Promise<number>;
}

/**
 * The data of a service by owner: first the data whose effects must stop at once, and children before their parents.
 */
export type PurgeSteps = Partial<Record<PurgeOwner, PurgeStep[]>>;

const BATCH = 1_000;
const LOOK_MS = 2_000;
/** How long an owner that is gone is remembered: longer than any request, upload or tick that began before may take to write. */
const REMEMBERED = fragment(`interval '1 hour'`);
const RETRY = fragment(`interval '10 seconds'`);

/**
 * How rows are found: by the owner's id as `$1`; and the order in which other code locks several of them, if any does.
 */
export interface PurgeRows {
  where?: string;
  order?: string;
}

/**
 * Deletes rows of a table in batches. A row that another transaction changes meanwhile is counted, and left for the
 * next pass.
 */
export const rowsOf = (table: string, { where = 'project_id = $1', order = 'ctid' }: PurgeRows = {}): PurgeStep => ({
  table,
  take: async (tx, ownerId) =>
    (
      await tx.query<{ count: number }>(
        `
    with found as materialized (select ctid as place from ${table} where ${where} limit ${BATCH}),
    doomed as (select ctid from ${table} where ctid = any(array(select place from found)) order by ${order} for update),
    gone as (delete from ${table} where ctid = any(array(select ctid from doomed)))
    select count(*)::int as count from found`,
        [ownerId],
      )
    ).rows[0]!.count,
});

/** Notes in the transaction in which an owner goes, or in which that is heard of, that its rows are to go. */
export async function insertPurge(tx: Tx, kind: PurgeOwner, id: string): Promise<void> {
  await tx.query(
    sql`insert into purges (id, kind) values (${id}, ${kind}) on conflict (id) do update set step = 0, due_at = now()`,
  );
}

/** Whether an owner went lately; what comes from before that must not be written any more. */
export const isPurged = async (db: Db, id: string): Promise<boolean> =>
  (await rows(db, sql`select from purges where id = ${id}`)).length > 0;

/** Removes the data of deleted owners, in short transactions: another process can go on after this one was killed. */
export const startPurging = (pool: Pool, steps: PurgeSteps, log: Logger): BackgroundTask =>
  repeat('the purge', LOOK_MS, log, (signal) => inBatches(signal, () => purgeSome(pool, steps)));

interface Purge {
  id: string;
  kind: PurgeOwner;
  step: number;
}

/** Takes one batch of one owner, and skips places that are empty; false when nothing is due. One that fails starts again a little later. */
export async function purgeSome(pool: Pool, steps: PurgeSteps): Promise<boolean> {
  if ((await rows(pool, sql`select from purges where due_at <= now() limit 1`)).length === 0) return false;
  let purge: Purge | undefined;
  try {
    return await transaction(pool, async (tx) => {
      purge = await claimPurge(tx);
      if (!purge) return false;
      const places = steps[purge.kind] ?? [];
      let { step } = purge;
      while (step < places.length && (await places[step]!.take(tx, purge.id)) === 0) step++;
      await (step < places.length ? moveTo(tx, purge.id, step) : endPass(tx, purge.id));
      return true;
    });
  } catch (error) {
    if (purge) await pool.query(sql`update purges set step = 0, due_at = now() + ${RETRY} where id = ${purge.id}`);
    throw error;
  }
}

/** Of several it is the turn of the one that is least far: what stands first in the lists is what must stop at once. */
async function claimPurge(tx: Tx): Promise<Purge | undefined> {
  const [purge] = await rows<Purge>(
    tx,
    sql`
    select id, kind, step from purges where due_at <= now() order by step, requested_at limit 1 for update skip locked`,
  );
  return purge;
}

const moveTo = (tx: Tx, id: string, step: number) => tx.query(sql`update purges set step = ${step} where id = ${id}`);

/** The last pass finds what was being written while the owner went. */
async function endPass(tx: Tx, id: string): Promise<void> {
  const { rowCount } = await tx.query(
    sql`delete from purges where id = ${id} and requested_at <= now() - ${REMEMBERED}`,
  );
  if (!rowCount)
    await tx.query(sql`update purges set step = 0, due_at = requested_at + ${REMEMBERED} where id = ${id}`);
}
