import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

export interface NewInspection {
  id: string;
  projectId: string;
  serverId: string;
  once: boolean;
}

/** An inspection that somebody waits for. */
export interface Awaited {
  outcome: Buffer | null;
  /** Why a runner gave it back. */
  refusal: Buffer | null;
  once: boolean;
  /** A runner that has not given it back unbegun had it, or has it. */
  handedOut: boolean;
  /** It is a runner's, or may become one's. */
  isOpen: boolean;
  /** A runner works on it. */
  isTaken: boolean;
}

/** How often it is written down that somebody waits, and how long after that it is believed, in milliseconds. */
const SEEN_MS = 1_000;
const BELIEVED_MS = 5_000;

/** Waits for a runner. */
export async function insertInspection(tx: Tx, { id, projectId, serverId, once }: NewInspection): Promise<void> {
  await tx.query(sql`
    insert into inspections (id, project_id, server_id, once) values (${id}, ${projectId}, ${serverId}, ${once})`);
}

/** Looks at an inspection, and notes that it is waited for. */
export async function findAwaited(db: Db, id: string): Promise<Awaited | undefined> {
  const [found] = await rows<Awaited>(
    db,
    sql`
    with seen as (update inspections set seen_at = now() where id = ${id} and seen_at < now() - ${SEEN_MS} * interval '1 ms')
    select outcome, refusal, once, handed_out as "handedOut", w.id is not null as "isOpen", coalesce(w.lease_until > now(), false) as "isTaken"
    from inspections i left join work w on w.id = i.id where i.id = ${id}`,
  );
  return found;
}

/** Notes that runners are given these; answers those that they may have: the ones that are waited for. */
export async function markHandedOut(db: Db, ids: string[]): Promise<string[]> {
  const marked = await rows<{ id: string }>(
    db,
    sql`
    update inspections set handed_out = true
    where id = any(${ids}) and not (once and handed_out) and seen_at > now() - ${BELIEVED_MS} * interval '1 ms' returning id`,
  );
  return marked.map(({ id }) => id);
}

/** Notes that a runner gave it back unbegun, and why if it said so. */
export async function markReturned(tx: Tx, id: string, why: Buffer): Promise<void> {
  await tx.query(
    sql`update inspections set handed_out = false, refusal = coalesce(${why.length > 0 ? why : null}, refusal) where id = ${id}`,
  );
}

/** Keeps the answer for whoever waits for it, in whichever replica. */
export async function settleInspection(tx: Tx, id: string, outcome: Uint8Array): Promise<void> {
  await tx.query(sql`
    with settled as (update inspections set outcome = ${Buffer.from(outcome)} where id = ${id})
    select pg_notify('inspections', 'inspections'::regclass::oid::text)`);
}

/** Takes it off the queue if no runner has it; false when one does. */
export async function withdrawInspection(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`delete from work where id = ${id} and (lease_until is null or lease_until < now())`,
  );
  return rowCount === 1;
}

/** Removes it and its work; a runner that has that hears at its next beat that nobody waits any more. */
export async function deleteInspection(db: Db, id: string): Promise<void> {
  await db.query(sql`
    with gone as (delete from inspections where id = ${id} returning id)
    delete from work using gone where work.id = gone.id`);
}

/** Removes what nobody waits for any more, with its work. */
export async function deleteStaleInspections(db: Db, unseenMs: number): Promise<void> {
  await db.query(sql`
    with stale as (
      select id from inspections where seen_at < now() - ${unseenMs} * interval '1 ms' order by id for update),
    gone as (delete from inspections using stale where inspections.id = stale.id returning inspections.id)
    delete from work using gone where work.id = gone.id`);
}
