import { rows, sql, type Db, type Tx } from '@assay/kit/db';

export interface NewInspection { id: string; projectId: string; serverId: string; once: boolean }

/** An inspection that somebody waits for. */
export interface Awaited {
  outcome: Buffer | null;
  once: boolean;
  /** A runner had it at some time, or has it. */
  handedOut: boolean;
  /** It is a runner's, or may become one's. */
  isOpen: boolean;
  /** A runner works on it. */
  isTaken: boolean;
}

/** Waits for a runner; runners in other replicas hear of it with the commit. */
export async function insertInspection(tx: Tx, { id, projectId, serverId, once }: NewInspection): Promise<void> {
  await tx.query(sql`
    with made as (insert into inspections (id, project_id, server_id, once) values (${id}, ${projectId}, ${serverId}, ${once}))
    select pg_notify('inspections', 'inspections'::regclass::oid::text)`);
}

export async function findAwaited(db: Db, id: string): Promise<Awaited | undefined> {
  const [found] = await rows<Awaited>(db, sql`
    select outcome, once, handed_out as "handedOut", j.id is not null as "isOpen", coalesce(j.lease_until > now(), false) as "isTaken"
    from inspections i left join jobs j on j.id = i.id where i.id = ${id}`);
  return found;
}

/** Notes that runners are given these; answers those that they may have. */
export async function markHandedOut(db: Db, ids: string[]): Promise<string[]> {
  const marked = await rows<{ id: string }>(db, sql`
    update inspections set handed_out = true where id = any(${ids}) and not (once and handed_out) returning id`);
  return marked.map(({ id }) => id);
}

/** Keeps the answer for whoever waits for it, in whichever replica. */
export async function settleInspection(tx: Tx, id: string, outcome: Uint8Array): Promise<void> {
  await tx.query(sql`
    with settled as (update inspections set outcome = ${Buffer.from(outcome)} where id = ${id})
    select pg_notify('inspections', 'inspections'::regclass::oid::text)`);
}

/** Takes it off the queue if no runner has it; false when one does. */
export async function withdrawInspection(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`delete from jobs where id = ${id} and (lease_until is null or lease_until < now())`);
  return rowCount === 1;
}

export async function deleteInspection(db: Db, id: string): Promise<void> {
  await db.query(sql`delete from inspections where id = ${id}`);
}

/** Removes what nobody can be waiting for any more. */
export async function deleteStaleInspections(db: Db, olderThanMs: number): Promise<void> {
  await db.query(sql`delete from inspections where created_at < now() - ${olderThanMs} * interval '1 ms'`);
}
