import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { activeTraceparent } from '@assay/kit/telemetry/telemetry';
import {
  MAX_ATTEMPTS,
  type AbandonedWork,
  type HeldWork,
  type WorkHold,
  type WorkScope,
} from '../service/work-source.ts';

/** How long an item may wait for a runner, in milliseconds. */
const QUEUE_MS = 24 * 60 * 60_000;

/** Work for a runner. */
export interface NewWork {
  id: string;
  /** Tells the runner what the task is. */
  kind: string;
  projectId: string;
  task: Uint8Array;
  /** How long it may take in all, in milliseconds. */
  timeoutMs: number;
  /** The labels that a runner needs to be given it; any runner of the installation when there are none. */
  labels?: string[];
  /** The items of one job have one group: groups of a project take turns. */
  group?: string;
  /** Only this runner is given it; the item ends with RUNNER_LOST when that runner stops. */
  runnerId?: string | undefined;
  /** A runner from outside is given only items of its own organization. */
  organizationId?: string | undefined;
  /** How often it is handed out before the silence of its runners ends it; 1 for work that must not be repeated. */
  maxAttempts?: number;
}

/** Puts work in the queue and wakes runners that wait at any replica, when the transaction commits. */
export async function enqueueWork(tx: Tx, ...items: NewWork[]): Promise<void> {
  await tx.query(sql`
    with made as (
      insert into work (id, kind, project_id, task, timeout_ms, labels, group_id, only_runner_id, organization_id, max_attempts, traceparent)
      select id, kind, project_id, task, timeout_ms, array(select json_array_elements_text(labels)), group_id, only_runner_id, organization_id, max_attempts, ${activeTraceparent()}::text
      from unnest(
        ${items.map(({ id }) => id)}::text[], ${items.map(({ kind }) => kind)}::text[], ${items.map(({ projectId }) => projectId)}::text[],
        ${items.map(({ task }) => Buffer.from(task))}::bytea[], ${items.map(({ timeoutMs }) => timeoutMs)}::int[],
        ${items.map(({ labels = [] }) => JSON.stringify(labels))}::json[], ${items.map(({ group = '' }) => group)}::text[], ${items.map(({ runnerId = null }) => runnerId)}::text[],
        ${items.map(({ organizationId = null }) => organizationId)}::text[], ${items.map(({ maxAttempts = MAX_ATTEMPTS }) => maxAttempts)}::int[]
      ) as made(id, kind, project_id, task, timeout_ms, labels, group_id, only_runner_id, organization_id, max_attempts))
    select pg_notify('work', 'work'::regclass::oid::text)`);
}

/** Takes items off the queue without settling them; a runner that has one hears so at its next beat. Locks in the order of ids. */
export async function dropWork(tx: Db, ...ids: string[]): Promise<void> {
  await tx.query(sql`
    with dropped as (select id from work where id = any(${ids}) order by id for update)
    delete from work using dropped where work.id = dropped.id`);
}

/**
 * Asks the runners that hold items to stop; each hears so at its next beat, and its report still settles the item. Items
 * that no runner holds are dropped; answers their ids.
 */
export async function cancelWork(tx: Tx, ...ids: string[]): Promise<string[]> {
  const dropped = await rows<{ id: string }>(
    tx,
    sql`
    with wanted as (select id, lease_until > now() as is_held from work where id = any(${ids}) order by id for update),
         cancelled as (update work set is_cancelled = true from wanted where work.id = wanted.id and wanted.is_held)
    delete from work using wanted where work.id = wanted.id and wanted.is_held is not true returning work.id`,
  );
  return dropped.map(({ id }) => id);
}

/** Whether the queue has an item that asks for no other labels than these, leased ones included. */
export async function hasWork(db: Db, labels: string[]): Promise<boolean> {
  const [found] = await rows<{ has: boolean }>(
    db,
    sql`select exists (select from work where labels <@ ${labels}::text[]) as has`,
  );
  return found!.has;
}

/** Extends the leases that still hold and are not cancelled, within the scope; answers their ids. Locks in the order of ids. */
export async function extendLeases(
  db: Db,
  holds: WorkHold[],
  { organizationId, projectId, tokenId }: WorkScope,
  leaseMs: number,
): Promise<string[]> {
  const extended = await rows<{ id: string }>(
    db,
    sql`
    with held as (
      select w.id from unnest(${holds.map(({ id }) => id)}::text[], ${holds.map(({ fence }) => fence)}::text[]) as h(id, fence)
      join work w on w.id = h.id and w.fence::text = h.fence
      where not w.is_cancelled and (${organizationId}::text is null or w.organization_id = ${organizationId}) and (${projectId}::text is null or w.project_id = ${projectId})
        and (${tokenId}::text is null or split_part(w.runner_id, '/', -1) = ${tokenId})
      order by w.id for no key update of w)
    update work set lease_until = now() + ${leaseMs} * interval '1 ms' from held where work.id = held.id returning work.id`,
  );
  return extended.map(({ id }) => id);
}

/** The items under these fences, within the scope. */
export async function listHeldWork(
  db: Db,
  holds: WorkHold[],
  { organizationId, projectId, tokenId }: WorkScope,
): Promise<HeldWork[]> {
  return rows<HeldWork>(
    db,
    sql`
    select w.id, w.fence, w.kind, w.project_id
    from unnest(${holds.map(({ id }) => id)}::text[], ${holds.map(({ fence }) => fence)}::text[]) as h(id, fence)
    join work w on w.id = h.id and w.fence::text = h.fence
    where (${organizationId}::text is null or w.organization_id = ${organizationId}) and (${projectId}::text is null or w.project_id = ${projectId})
      and (${tokenId}::text is null or split_part(w.runner_id, '/', -1) = ${tokenId})
    order by w.id`,
  );
}

/** The items that a runner holds. */
export const listWorkOf = (db: Db, runnerId: string): Promise<HeldWork[]> =>
  rows<HeldWork>(
    db,
    sql`select id, fence, kind, project_id from work where runner_id = ${runnerId} and lease_until > now() order by id`,
  );

/** Takes items that are still held off the queue; answers their ids. Locks in the order of ids. */
export async function deleteHeldWork(tx: Tx, holds: WorkHold[]): Promise<string[]> {
  const deleted = await rows<{ id: string }>(
    tx,
    sql`
    with held as (
      select w.id from unnest(${holds.map(({ id }) => id)}::text[], ${holds.map(({ fence }) => fence)}::text[]) as h(id, fence)
      join work w on w.id = h.id and w.fence::text = h.fence order by w.id for update of w)
    delete from work using held where work.id = held.id returning work.id`,
  );
  return deleted.map(({ id }) => id);
}

/** Makes items that are still held free again, as if they had never been handed out; answers their ids. Locks in the order of ids. */
export async function releaseWork(tx: Tx, holds: WorkHold[]): Promise<string[]> {
  const released = await rows<{ id: string }>(
    tx,
    sql`
    with held as (
      select w.id from unnest(${holds.map(({ id }) => id)}::text[], ${holds.map(({ fence }) => fence)}::text[]) as h(id, fence)
      join work w on w.id = h.id and w.fence::text = h.fence order by w.id for update of w)
    update work set fence = gen_random_uuid(), attempts = greatest(attempts - 1, 0), runner_id = null,
      lease_until = case when is_cancelled then now() end
    from held where work.id = held.id returning work.id`,
  );
  return released.map(({ id }) => id);
}

/**
 * Takes over items that no runner will end: items whose runners went silent too often to try again or after the
 * cancellation, items for one runner that stopped, and items that waited for too long. Under new fences, so that no
 * former holder can report.
 */
export async function takeOverAbandoned(db: Db, settleMs: number): Promise<AbandonedWork[]> {
  return rows<AbandonedWork>(
    db,
    sql`
    with lost as (
      select id, stopped.runner_id is not null as is_orphaned
      from work left join stopped_runners stopped on stopped.runner_id = only_runner_id
      where (lease_until < now() and (attempts >= max_attempts or is_cancelled))
         or ((lease_until is null or lease_until < now()) and stopped.runner_id is not null)
         or ((lease_until is null or lease_until < now()) and created_at < now() - ${QUEUE_MS} * interval '1 ms')
      order by id limit 100 for update of work skip locked)
    update work set fence = gen_random_uuid(), lease_until = now() + ${settleMs} * interval '1 ms'
    from lost where work.id = lost.id returning work.id, fence, kind, project_id, work.attempts,
      max_attempts, is_cancelled, is_orphaned`,
  );
}
