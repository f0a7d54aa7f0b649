import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { WaveMining } from '../../domain/findings/mining-state.ts';

/** Whether no session of a run waits for a judge. */
export const isGraded = fragment(
  `coalesce((tally->>'grading/queued')::int, 0) + coalesce((tally->>'grading/running')::int, 0) = 0`,
);

/** The columns of a wave that say how its mining stands. */
export const miningColumns = fragment(
  `coalesce(mined_at > changed_at, false) as "isMined", mining_failures > 0 as "hasMiningFailed", mine_after`,
);

/**
 * Makes the waves that their projects do not have, and notes that they changed; locks them in the order of their keys. The
 * time is after the wait for the lock: a mining that ended meanwhile did not see the change.
 */
export async function touchWaves(tx: Tx, waves: readonly { projectId: string; id: string }[]): Promise<void> {
  if (waves.length === 0) return;
  await tx.query(sql`
    insert into waves (project_id, id)
    select distinct project_id, id
    from unnest(${waves.map(({ projectId }) => projectId)}::text[], ${waves.map(({ id }) => id)}::text[]) as w(project_id, id)
    order by project_id, id
    on conflict (project_id, id) do update set changed_at = clock_timestamp(), mine_after = null`);
}

/** Counts the runs of a wave that is locked. */
export async function countRunsOfWave(tx: Tx, projectId: string, id: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    tx,
    sql`select count(*)::integer as count from journey_runs where project_id = ${projectId} and wave_id = ${id}`,
  );
  return row!.count;
}

/** Locks a wave until the transaction ends. */
export async function lockWave(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query(sql`select from waves where project_id = ${projectId} and id = ${id} for update`);
}

/** How far a wave is. */
export interface WaveProgress {
  /** A run of it that is not over or not graded; null when there is none. */
  openRunId: string | null;
  newestRunId: string;
  /** Its findings are computed from all of its sessions. */
  isMined: boolean;
}

/** Undefined for a wave without runs. */
export async function findWaveProgress(db: Db, projectId: string, id: string): Promise<WaveProgress | undefined> {
  const [found] = await rows<WaveProgress>(
    db,
    sql`
    select max(r.id) filter (where r.status = 'running' or not ${isGraded}) as "openRunId", max(r.id) as "newestRunId",
      bool_and(coalesce(w.mined_at > w.changed_at, false)) as "isMined"
    from waves w join journey_runs r on r.project_id = w.project_id and r.wave_id = w.id
    where w.project_id = ${projectId} and w.id = ${id} having count(*) > 0`,
  );
  return found;
}

/** A stored wave. */
export interface StoredWave extends WaveMining {
  id: string;
  createdAt: Date;
  /** When its sessions last changed. */
  changedAt: Date;
  minedAt: Date | null;
}

export async function findWave(db: Db, projectId: string, id: string): Promise<StoredWave | undefined> {
  const [found] = await rows<StoredWave>(
    db,
    sql`
    select id, created_at, changed_at, mined_at,
      ${miningColumns}
    from waves where project_id = ${projectId} and id = ${id}`,
  );
  return found;
}
