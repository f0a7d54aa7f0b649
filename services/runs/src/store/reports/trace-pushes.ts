import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** A pending push of a run's traces: the next span, and the number of recent failures. */
export interface TracePush {
  runId: string;
  projectId: string;
  position: number;
  told: number;
  attempts: number;
  createdAt: Date;
}

/** Queues a run's traces for the collector, unless they are queued already or the run is gone. */
export async function insertTracePush(db: Db, runId: string): Promise<void> {
  await db.query(sql`insert into trace_pushes (run_id) select id from runs where id = ${runId} on conflict do nothing`);
}

/** Claims the push that is due longest, for `forMs`. */
export async function claimTracePush(db: Db, forMs: number): Promise<TracePush | undefined> {
  const [push] = await rows<TracePush>(
    db,
    sql`
    update trace_pushes p set next_at = now() + ${forMs} * interval '1 ms' from runs r
    where r.id = p.run_id and p.run_id = (select run_id from trace_pushes where next_at <= now() order by next_at limit 1 for update skip locked)
    returning p.run_id, r.project_id, p.position, p.told, p.attempts, p.created_at`,
  );
  return push;
}

/** Stores the progress of a push, its next time, and its failures at that place. */
export async function moveTracePush(
  db: Db,
  { runId, position, told, attempts }: Pick<TracePush, 'runId' | 'position' | 'told' | 'attempts'>,
  afterMs: number,
): Promise<void> {
  await db.query(sql`
    update trace_pushes set position = ${position}, told = ${told}, attempts = ${attempts}, next_at = now() + ${afterMs} * interval '1 ms' where run_id = ${runId}`);
}

export async function deleteTracePush(db: Db, runId: string): Promise<void> {
  await db.query(sql`delete from trace_pushes where run_id = ${runId}`);
}
