import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

export interface NewInspection {
  id: string;
  projectId: string;
  serverId: string;
  once: boolean;
}

/** The state of an inspection that a request waits for. */
export interface AwaitedInspection {
  outcome: Buffer | null;
  /** The Problem with which a runner gave it back. */
  refusal: Buffer | null;
  once: boolean;
  /** A runner has or had it, and has not given it back before it began. */
  handedOut: boolean;
  /** A work item exists: a runner has it or can take it. */
  isOpen: boolean;
  /** A runner holds the lease. */
  isTaken: boolean;
}

/** How often a waiting request marks its inspection, and how long a mark is valid, in milliseconds. */
const SEEN_MS = 1_000;
const BELIEVED_MS = 5_000;

export async function insertInspection(tx: Tx, { id, projectId, serverId, once }: NewInspection): Promise<void> {
  await tx.query(sql`
    insert into inspections (id, project_id, server_id, once) values (${id}, ${projectId}, ${serverId}, ${once})`);
}

/** Reads an inspection, and marks that a request waits for it. */
export async function findAwaited(db: Db, id: string): Promise<AwaitedInspection | undefined> {
  // Tenant: the request that waits has made the inspection.
  const [found] = await rows<AwaitedInspection>(
    db,
    sql`
    with seen as (update inspections set seen_at = now() where id = ${id} and seen_at < now() - ${SEEN_MS} * interval '1 ms')
    select outcome, refusal, once, handed_out, w.id is not null as "isOpen", coalesce(w.lease_until > now(), false) as "isTaken"
    from inspections i left join work w on w.id = i.id where i.id = ${id}`,
  );
  return found;
}

/**
 * Marks inspections as handed out; returns the ids that may be handed out: a request waits for them, and a `once`
 * inspection was not handed out before.
 */
export async function markHandedOut(db: Db, ids: string[]): Promise<string[]> {
  // Tenant: the lease of its work item names the inspection.
  const marked = await rows<{ id: string }>(
    db,
    sql`
    update inspections set handed_out = true
    where id = any(${ids}) and not (once and handed_out) and seen_at > now() - ${BELIEVED_MS} * interval '1 ms' returning id`,
  );
  return marked.map(({ id }) => id);
}

/** Records that a runner gave the inspection back before it began, with the reason if there is one. */
export async function markReturned(tx: Tx, id: string, why: Buffer): Promise<void> {
  // Tenant: the lease of its work item names the inspection.
  await tx.query(
    sql`update inspections set handed_out = false, refusal = coalesce(${why.length > 0 ? why : null}, refusal) where id = ${id}`,
  );
}

/** Stores the outcome and notifies all replicas. */
export async function settleInspection(tx: Tx, id: string, outcome: Uint8Array): Promise<void> {
  // Tenant: the lease of its work item names the inspection.
  await tx.query(sql`
    with settled as (update inspections set outcome = ${Buffer.from(outcome)} where id = ${id})
    select pg_notify('inspections', 'inspections'::regclass::oid::text)`);
}

/** Deletes the work item unless a runner holds its lease; false when one does. */
export async function withdrawInspection(db: Db, id: string): Promise<boolean> {
  // Tenant: the request that waits has made the inspection.
  const { rowCount } = await db.query(
    sql`delete from work where id = ${id} and (lease_until is null or lease_until < now())`,
  );
  return rowCount === 1;
}

/** Deletes an inspection and its work item; a runner that has it learns so with its next heartbeat. */
export async function deleteInspection(db: Db, id: string): Promise<void> {
  // Tenant: the request that waited has made the inspection.
  await db.query(sql`
    with gone as (delete from inspections where id = ${id} returning id)
    delete from work using gone where work.id = gone.id`);
}

/** Deletes inspections without a waiting request, with their work items. */
export async function deleteStaleInspections(db: Db, unseenMs: number): Promise<void> {
  // Tenant: the task goes over the inspections of every project.
  await db.query(sql`
    with stale as (
      select id from inspections where seen_at < now() - ${unseenMs} * interval '1 ms' order by id for update),
    gone as (delete from inspections using stale where inspections.id = stale.id returning inspections.id)
    delete from work using gone where work.id = gone.id`);
}
