import { fragment, prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { LeasedWork, ClaimRequest } from '../service/work-source.ts';
import { END_TURNS, TURN_ORDER, WORK_TURNS } from './turns.ts';

/**
 * The name of the queue of an item of `work w`: the columns of the index `work_by_queue` up to the age. The items of a
 * queue are alike to every runner.
 */
const QUEUE = fragment(
  `coalesce(w.organization_id, ''), w.project_id, hash_array_extended(w.labels, 0), coalesce(w.only_runner_id, ''), w.group_id`,
);
/** The free items of a queue, oldest first. */
const FREE_IN = (queue: string) =>
  fragment(`
        w.kind = ${queue}.kind and coalesce(w.organization_id, '') = ${queue}.organization_key and w.project_id = ${queue}.project_id
        and hash_array_extended(w.labels, 0) = ${queue}.labels_key and coalesce(w.only_runner_id, '') = ${queue}.runner_key
        and w.group_id = ${queue}.group_id
        and (w.lease_until is null or (w.lease_until < now() and w.attempts < w.max_attempts and not w.is_cancelled))
        order by w.created_at, w.id`);

/** The first item of a queue tells for all of them which runners are given it. */
const HEAD = fragment(
  `w.kind, coalesce(w.organization_id, '') as organization_key, w.project_id, hash_array_extended(w.labels, 0) as labels_key,
           coalesce(w.only_runner_id, '') as runner_key, w.group_id, w.organization_id, w.labels, w.only_runner_id`,
);

/** Whether there is an item of these kinds, free or not. Most looks find none, and `claimWork` takes longer to plan than this takes. */
export async function hasItems(db: Db, kinds: string[]): Promise<boolean> {
  const [found] = await rows<{ has: boolean }>(
    db,
    prepared`select exists (select from work where kind = any(${kinds}::text[])) as has`,
  );
  return found!.has;
}

/**
 * Hands out free items, in the order of `turns.ts`. Of a project the group comes first that has waited longest, then the
 * queue whose oldest free item is older. It steps over the queues by their index and reads of each the items that are held
 * and the oldest free one, then locks the items that it takes: its cost grows with the queues and the held items, not with
 * the items that wait.
 */
export async function claimWork(
  db: Db,
  { runnerId, count, kinds, labels, scope: { organizationId, projectId } }: ClaimRequest,
  leaseMs: number,
): Promise<LeasedWork[]> {
  return rows<LeasedWork>(
    db,
    sql`
    with recursive all_queues as (
      select head.* from unnest(${kinds}::text[]) as wanted(kind) cross join lateral (
        select ${HEAD} from work w where w.kind = wanted.kind order by w.kind, ${QUEUE}, w.created_at, w.id limit 1) head
      union all
      select head.* from all_queues q cross join lateral (
        select ${HEAD} from work w
        where w.kind = q.kind and (${QUEUE}) > (q.organization_key, q.project_id, q.labels_key, q.runner_key, q.group_id)
        order by w.kind, ${QUEUE}, w.created_at, w.id limit 1) head),
    free as (
      select q.*, coalesce(organization_id, project_id) as organization, oldest.created_at, oldest.id
      from all_queues q cross join lateral (
        select w.created_at, w.id from work w where ${FREE_IN('q')} limit 1) oldest
      where labels <@ ${labels}::text[] and (only_runner_id is null or only_runner_id = ${runnerId})
        and (${organizationId}::text is null or (organization_id = ${organizationId} and labels <> '{}')) and (${projectId}::text is null or project_id = ${projectId})
        and not exists (select from stopped_runners where runner_id = ${runnerId} for key share)),
    ${WORK_TURNS},
    group_turns as (
      select turns.*, greatest(min(created_at) over (partition by project_id, group_id), g.served_at) as group_since
      from turns left join work_group_turns g using (group_id, project_id)),
    taken as (
      select item.id from (select * from group_turns order by ${TURN_ORDER}, group_since, created_at, id) queue
      cross join lateral (select w.id from work w where ${FREE_IN('queue')} limit ${count} for update skip locked) item
      order by ${TURN_ORDER}, group_since, created_at, queue.id limit ${count}),
    claimed as (
      update work set runner_id = ${runnerId}, fence = gen_random_uuid(), attempts = attempts + 1, lease_until = now() + ${leaseMs} * interval '1 ms'
      from taken where work.id = taken.id returning work.*),
    served as (select project_id, coalesce(organization_id, project_id) as organization from claimed),
    ended as (${END_TURNS}),
    forgotten as (delete from work_group_turns where served_at < now() - interval '1 day'),
    ended_groups as (
      insert into work_group_turns (group_id, project_id, served_at)
      select group_id, min(project_id), clock_timestamp() from claimed where group_id <> '' group by group_id order by group_id
      on conflict (group_id) do update set served_at = excluded.served_at)
    select id, fence, kind, organization_id, project_id, labels, task, timeout_ms, traceparent
    from claimed order by created_at, id`,
  );
}
