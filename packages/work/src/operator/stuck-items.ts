import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import { STUCK_MINUTES, type HeldWork, type OpenWork, type StuckItem } from '../service/work-source.ts';

/** Whether an item of `work` is stuck: leases of it expired, or it waits for long. */
const STUCK = fragment(
  `(attempts >= 2 or (attempts > 0 and lease_until < now()) or (lease_until is null and created_at < now() - interval '${STUCK_MINUTES} minutes'))`,
);

/** The stuck items of the common table, the oldest first. */
export const listStuckItems = (db: Db, limit: number): Promise<StuckItem[]> =>
  rows<StuckItem>(
    db,
    sql`
    select id, kind, organization_id, project_id, nullif(group_id, '') as "group", labels, attempts, runner_id, created_at,
      attempts >= 2 or (attempts > 0 and lease_until < now()) as has_expired
    from work where ${STUCK} order by created_at, id limit ${limit}`,
  );

/** How many items wait and are held, and since when the oldest waits. */
export async function countOpenItems(db: Db): Promise<OpenWork> {
  const [found] = await rows<OpenWork>(
    db,
    sql`
    select count(*) filter (where lease_until is null or lease_until < now())::int as waiting,
      count(*) filter (where lease_until >= now())::int as held,
      min(created_at) filter (where lease_until is null or lease_until < now()) as oldest_at
    from work`,
  );
  return found!;
}

/** Gives a stuck item all of its attempts and its time to wait again; a lease that holds stays. Answers its owner. */
export async function retryStuckItem(
  db: Db,
  id: string,
): Promise<Pick<StuckItem, 'organizationId' | 'projectId'> | undefined> {
  const [retried] = await rows<Pick<StuckItem, 'organizationId' | 'projectId'>>(
    db,
    sql`
    update work set created_at = now(), attempts = case when lease_until > now() then 1 else 0 end,
      lease_until = case when lease_until > now() then lease_until end
    where id = ${id} and ${STUCK} and not is_cancelled returning organization_id, project_id`,
  );
  return retried;
}

/** Takes a stuck item over, under a fence that no runner holds, for `settleMs`. */
export async function takeOverStuckItem(
  db: Db,
  id: string,
  settleMs: number,
): Promise<(HeldWork & Pick<StuckItem, 'organizationId'>) | undefined> {
  const [taken] = await rows<HeldWork & Pick<StuckItem, 'organizationId'>>(
    db,
    sql`
    update work set fence = gen_random_uuid(), lease_until = now() + ${settleMs} * interval '1 ms'
    where id = ${id} and ${STUCK} returning id, fence, kind, project_id, organization_id`,
  );
  return taken;
}
