import type { MinedWindow } from '@assay/findings/mining/mined-findings';
import { failedMining } from '@assay/findings/mining/mining-failure';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** A wave by its key. */
export interface WaveKey {
  projectId: string;
  id: string;
}

/**
 * Locks a wave whose sessions changed since it was mined, and of which no run is under way.
 */
export async function claimDueWave(tx: Tx): Promise<WaveKey | undefined> {
  const [due] = await rows<WaveKey>(
    tx,
    sql`
    select project_id, id from waves w
    where (mined_at is null or mined_at <= changed_at) and (mine_after is null or mine_after <= now())
      and not exists (select from journey_runs r where r.project_id = w.project_id and r.wave_id = w.id and r.status = 'running')
    order by changed_at, project_id, id limit 1 for update skip locked`,
  );
  return due;
}

/** Counts of signals together, from rows of the table expression `counted`. */
const TOGETHER = fragment(`(
  select coalesce(json_agg(summed order by fingerprint), '[]') from (
    select fingerprint, sum(affected)::int as affected, min("firstAt") as "firstAt", max("lastAt") as "lastAt"
    from counted group by fingerprint) summed)`);
const KEPT = fragment(`
  select k.* from waves, json_to_recordset(kept_signals) as k(fingerprint text, affected int, "firstAt" float8, "lastAt" float8)`);
const SHOWN = fragment(`
  select g.fingerprint, count(*)::int as affected, (extract(epoch from min(s.ended_at)) * 1000)::float8 as "firstAt",
    (extract(epoch from max(s.ended_at)) * 1000)::float8 as "lastAt"
  from session_signals g join sessions s on s.id = g.session_id`);

/** Adds what sessions that are about to be deleted showed to the counts of their wave that stay. */
export async function keepSignals(tx: Tx, { projectId, id }: WaveKey, sessionIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    with counted as (
      ${KEPT} where project_id = ${projectId} and id = ${id}
      union all
      ${SHOWN} where g.session_id = any(${sessionIds}) group by g.fingerprint)
    update waves set kept_signals = ${TOGETHER} where project_id = ${projectId} and id = ${id}`);
}

/** Deletes the waves of a project that have no run left and are not among its newest, which are compared. */
export async function deleteOldWaves(tx: Tx, projectId: string, newest: number): Promise<void> {
  await tx.query(sql`
    delete from waves w where project_id = ${projectId}
      and not exists (select from journey_runs r where r.project_id = w.project_id and r.wave_id = w.id)
      and id not in (
        select id from waves where project_id = ${projectId} and mined_at is not null
        order by created_at desc, id desc limit ${newest})`);
}

/** Counts the signals of a wave, and notes it as mined. */
export async function mineWaveRow(tx: Tx, { projectId, id }: WaveKey): Promise<void> {
  await tx.query(sql`
    with counted as (
      ${KEPT} where project_id = ${projectId} and id = ${id}
      union all
      ${SHOWN} where g.series_id = ${projectId} and g.window_id = ${id} group by g.fingerprint)
    update waves set mined_at = statement_timestamp(), mining_failures = 0, mine_after = null, signals = ${TOGETHER}
    where project_id = ${projectId} and id = ${id}`);
}

/** Leaves a wave alone for a while after its mining failed. */
export async function noteMiningFailure(db: Db, { projectId, id }: WaveKey): Promise<void> {
  await db.query(sql`
    update waves set ${failedMining}
    where project_id = ${projectId} and id = ${id}`);
}

/** The newest mined waves of a project, the oldest first; with a last one, these up to it. */
export const listMinedWaves = async (
  db: Db,
  projectId: string,
  limit: number,
  last?: { id: string; createdAt: Date },
): Promise<MinedWindow[]> =>
  (
    await rows<MinedWindow>(
      db,
      sql`
      select id, mined_at, signals from waves where project_id = ${projectId} and mined_at is not null
        and (${last?.createdAt ?? null}::timestamptz is null or (created_at, id) <= (${last?.createdAt ?? null}, ${last?.id ?? ''}))
      order by created_at desc, id desc limit ${limit}`,
    )
  ).toReversed();
