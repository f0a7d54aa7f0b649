import { keptJson } from '@assay/kit/json/kept-json';
import { prepared, rows, sql, WITHOUT_DISK, type Db } from '@assay/kit/postgres/db';
import { WORK_TURNS, TURN_ORDER } from '@assay/work/queue/turns';
import type { WorkBeatHold, WorkHold, WorkScope, ClaimRequest } from '@assay/work/service/work-source';

/**
 * A runner that asks for iterations. A run with labels goes only to runners that have all of them; a run without labels
 * to runners that take such runs.
 */
export interface IterationClaimRequest extends Omit<ClaimRequest, 'kinds'> {
  takesUnlabelled: boolean;
}

/** An iteration as it is handed to a runner. */
export interface LeasedIteration {
  id: string;
  runId: string;
  fence: string;
  case: string;
  model: string | null;
  iterationNumber: number;
  needsInventory: boolean;
  needsBrowser: boolean;
  /** Of the run: it waits for its first runner, in this revision of its environment. */
  isFirst: boolean;
  projectId: string;
  environmentId: string | null;
  environmentRevision: number | null;
}

/** An iteration that a runner holds, or held. */
export interface HeldIteration extends WorkHold {
  runId: string;
  organizationId: string;
  casePosition: number;
  /** Whether it was leased before under other fences, and asks a language model. */
  hasEarlierCalls: boolean;
}

/** Whether a run that asks for no other labels than these has iterations that wait or are leased. */
export async function hasOpenIterations(db: Db, labels: string[]): Promise<boolean> {
  const [found] = await rows<{ has: boolean }>(
    db,
    sql`
    select exists (
      select from runs r
      where status in ('pending', 'running') and runner_labels <@ ${labels}::text[]
        and exists (select from iterations where run_id = r.id and seq is null)) as has`,
  );
  return found!.has;
}

/** How many iterations wait for a runner, counted up to `limit`. */
export async function countWaiting(db: Db, limit: number): Promise<number> {
  const [found] = await rows<{ count: number }>(
    db,
    sql`
    select count(*)::int from (
      select from runs r join iterations i on i.run_id = r.id
      where r.status in ('pending', 'running') and i.seq is null and i.status = 'pending' limit ${limit}) waiting`,
  );
  return found!.count;
}

/**
 * Hands out free iterations of the run whose turn it is: pending ones, and the ones whose runner went silent fewer than
 * `maxAttempts` times. It reads the iterations of a run in the order of their index until it has found free ones, so that
 * its cost does not grow with the iterations that wait. It also notes that the runner asked, at most every five seconds,
 * and then forgets runners that did not for a day. A crash of Postgres may undo a lease, as if its runner had vanished.
 */
export async function claimIterations(
  db: Db,
  request: IterationClaimRequest,
  leaseMs: number,
  maxAttempts: number,
): Promise<LeasedIteration[]> {
  const {
    runnerId,
    labels,
    takesUnlabelled,
    count,
    facts,
    scope: { organizationId, projectId },
  } = request;
  const claimed = await rows<LeasedIteration & { queueOrder: number; position: number }>(
    db,
    prepared`
    with due as (
      select where not exists (select from runners where id = ${runnerId} and seen_at >= now() - interval '5 s')),
    forgotten as (
      delete from runners using due where seen_at < now() - interval '1 day' and id <> ${runnerId}),
    noted as (
      insert into runners (id, organization_id, project_id, labels, takes_unlabelled, slots, kinds, version, seen_at)
      select ${runnerId}, ${organizationId}, ${projectId}, ${labels}::text[], ${takesUnlabelled}::boolean,
        ${facts?.slots ?? null}::integer, ${facts?.kinds ?? []}::text[], ${facts?.version ?? null}::text, now() from due
      on conflict (id) do update set labels = excluded.labels, takes_unlabelled = excluded.takes_unlabelled, slots = excluded.slots,
        kinds = excluded.kinds, version = excluded.version, seen_at = excluded.seen_at),
    free as (
      select id, organization_id as organization, project_id, created_at, served_at from runs r
      where status in ('pending', 'running')
        and runner_labels <@ ${labels}::text[] and (runner_labels <> '{}' or ${takesUnlabelled})
        and (${organizationId}::text is null or organization_id = ${organizationId}) and (${projectId}::text is null or project_id = ${projectId})
        and (
          select true from iterations where run_id = r.id and seq is null
            and (status = 'pending' or (lease_until < now() and attempts < ${maxAttempts}))
          order by queue_order, position limit 1)
        and not exists (select from stopped_runners where runner_id = ${runnerId} for key share)
    ),
    ${WORK_TURNS},
    next as (
      select id from turns order by ${TURN_ORDER}, served_at nulls first, created_at limit 1),
    taken as (
      select i.id from iterations i
      where i.run_id = (select id from next) and i.seq is null and (i.status = 'pending' or (i.lease_until < now() and i.attempts < ${maxAttempts}))
      order by i.queue_order, i.position limit ${count} for update of i skip locked)
    update iterations i
    set status = 'running', runner_id = ${runnerId}, waiting = null, fence = gen_random_uuid(), attempts = i.attempts + 1, leases = i.leases + 1, started_at = now(),
        lease_until = now() + ${leaseMs} * interval '1 ms'
    from taken, run_cases c, runs r
    where i.id = taken.id and r.id = i.run_id and c.run_id = i.run_id and c.position = i.case_position
    returning i.id, i.run_id, i.queue_order, i.position, i.fence, i.model, i.iteration_number,
              c.body::text as case, c.needs_inventory, c.needs_browser,
              r.status = 'pending' as "isFirst", r.project_id, r.environment_id, r.environment_revision,
              ${WITHOUT_DISK}`,
  );
  return claimed.sort((a, b) => a.queueOrder - b.queueOrder || a.position - b.position);
}

/** The iterations that a runner holds. */
export const listIterationsOf = (db: Db, runnerId: string): Promise<(WorkHold & { projectId: string })[]> =>
  rows(
    db,
    sql`
    select i.id, i.fence, r.project_id from iterations i join runs r on r.id = i.run_id
    where i.seq is null and i.status = 'running' and i.runner_id = ${runnerId} and i.lease_until > now() order by i.id`,
  );

/** The leases among these that belong to a runner of that organization, project or token. */
export async function listWithin<T extends WorkHold>(
  db: Db,
  holds: T[],
  { organizationId, projectId, tokenId }: WorkScope,
): Promise<T[]> {
  if (organizationId === undefined) return holds;
  const found = await rows<{ id: string }>(
    db,
    sql`
    select i.id from iterations i join runs r on r.id = i.run_id
    where i.id = any(${holds.map(({ id }) => id)}) and r.organization_id = ${organizationId} and (${projectId}::text is null or r.project_id = ${projectId})
      and (${tokenId}::text is null or split_part(i.runner_id, '/', -1) = ${tokenId})`,
  );
  const within = new Set(found.map(({ id }) => id));
  return holds.filter(({ id }) => within.has(id));
}

/**
 * Extends the leases that are still held, with what their work waits for; answers their ids. Locks in the order of ids,
 * as `lockForEnds` does.
 */
export async function extendLeases(db: Db, held: WorkBeatHold[], leaseMs: number): Promise<string[]> {
  const extended = await rows<{ id: string }>(
    db,
    sql`
    with held as (
      select i.id, h.waiting
      from unnest(
        ${held.map(({ id }) => id)}::text[], ${held.map(({ fence }) => fence)}::text[],
        ${held.map(({ waiting }) => waiting && keptJson(waiting))}::json[]) as h(id, fence, waiting)
      join iterations i on i.id = h.id and i.fence::text = h.fence
      where i.status = 'running' order by i.id for no key update of i)
    update iterations i set lease_until = now() + ${leaseMs} * interval '1 ms', waiting = held.waiting from held where i.id = held.id returning i.id`,
  );
  return extended.map(({ id }) => id);
}

/** The run and case of iterations under these leases, whether they ended since or not. */
export async function findHeld(db: Db, held: WorkHold[]): Promise<HeldIteration[]> {
  return rows<HeldIteration>(
    db,
    sql`
    select i.id, i.run_id, r.organization_id, i.case_position, h.fence,
           i.leases > 1 and i.model is not null as "hasEarlierCalls"
    from unnest(${held.map(({ id }) => id)}::text[], ${held.map(({ fence }) => fence)}::text[]) as h(id, fence)
    join iterations i on i.id = h.id and i.fence::text = h.fence join runs r on r.id = i.run_id`,
  );
}

/** Puts iterations back that their runner could not finish; giving work back costs no attempt. Answers their ids. */
export async function releaseIterations(db: Db, held: WorkHold[]): Promise<string[]> {
  if (held.length === 0) return [];
  const released = await rows<{ id: string }>(
    db,
    sql`
    update iterations i set status = 'pending', attempts = i.attempts - 1, lease_until = null, started_at = null
    from unnest(${held.map(({ id }) => id)}::text[], ${held.map(({ fence }) => fence)}::text[]) as h(id, fence)
    where i.id = h.id and i.fence::text = h.fence and i.status = 'running' returning i.id`,
  );
  return released.map(({ id }) => id);
}

/**
 * Takes over iterations whose runners went silent too often to try again, under new fences, so that no former holder
 * can report.
 */
export async function takeOverAbandoned(
  db: Db,
  maxAttempts: number,
  leaseMs: number,
): Promise<(WorkHold & { projectId: string; attempts: number })[]> {
  return rows<WorkHold & { projectId: string; attempts: number }>(
    db,
    sql`
    with lost as (
      select id from iterations where seq is null and status = 'running' and lease_until < now() and attempts >= ${maxAttempts}
      order by id limit 100 for update skip locked)
    update iterations i set fence = gen_random_uuid(), lease_until = now() + ${leaseMs} * interval '1 ms'
    from lost, runs r where i.id = lost.id and r.id = i.run_id
    returning i.id, i.fence, r.project_id, i.attempts`,
  );
}
