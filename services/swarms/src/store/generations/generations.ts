import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** The state of a request for drafts. */
export interface AwaitedGeneration {
  /** A JourneyDraftsOutcome document; null until a runner reported. */
  outcome: Buffer | null;
  /** A runner has it in hand. */
  isTaken: boolean;
}

export async function insertGeneration(tx: Tx, id: string, projectId: string): Promise<void> {
  await tx.query(sql`insert into generations (id, project_id) values (${id}, ${projectId})`);
}

export async function findGeneration(db: Db, id: string): Promise<AwaitedGeneration | undefined> {
  const [found] = await rows<AwaitedGeneration>(
    db,
    sql`
    select outcome, coalesce(w.lease_until > now(), false) as "isTaken"
    from generations g left join work w on w.id = g.id where g.id = ${id}`,
  );
  return found;
}

/** Stores the outcome and wakes the requests that wait at any replica. */
export async function settleGeneration(tx: Tx, id: string, outcome: Uint8Array): Promise<void> {
  // Tenant: the lease of its work item names the request.
  await tx.query(sql`
    with settled as (update generations set outcome = ${Buffer.from(outcome)} where id = ${id})
    select pg_notify('work', 'work'::regclass::oid::text)`);
}

/** Deletes a request and its work item; a runner that has it learns so with its next heartbeat. */
export async function deleteGeneration(db: Db, id: string): Promise<void> {
  // Tenant: the request that waited has made it.
  await db.query(sql`
    with gone as (delete from generations where id = ${id} returning id)
    delete from work using gone where work.id = gone.id`);
}

/** Deletes requests that are older than any request waits, with their work items. */
export async function deleteStaleGenerations(db: Db, olderMs: number): Promise<void> {
  // Tenant: the task goes over the requests of every project.
  await db.query(sql`
    with stale as (
      select id from generations where created_at < now() - ${olderMs} * interval '1 ms' order by id for update skip locked),
    gone as (delete from generations using stale where generations.id = stale.id returning generations.id)
    delete from work using gone where work.id = gone.id`);
}
