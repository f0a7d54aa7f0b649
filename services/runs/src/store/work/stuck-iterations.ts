import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import { STUCK_MINUTES, type OpenWork, type StuckItem, type WorkHold } from '@assay/work/service/work-source';

type Owner = Pick<StuckItem, 'organizationId' | 'projectId'>;

const HAS_EXPIRED = fragment(`(i.attempts >= 2 or (i.attempts > 0 and i.lease_until < now()))`);
/** An open iteration `i` of a run `r` is stuck: leases of it expired, or no runner began with the run for long. */
const STUCK = fragment(
  `(i.attempts >= 2 or (i.attempts > 0 and i.lease_until < now())
    or (r.status = 'pending' and r.created_at < now() - interval '${STUCK_MINUTES} minutes'))`,
);

/** The stuck iterations of all runs, the oldest run first. */
export const listStuckIterations = (db: Db, limit: number): Promise<Omit<StuckItem, 'kind'>[]> =>
  // Tenant: the operator of the installation sees the work of all organizations.
  rows<Omit<StuckItem, 'kind'>>(
    db,
    sql`
    select i.id, r.organization_id, r.project_id, r.id as "group", r.runner_labels as labels, i.attempts, i.runner_id, r.created_at,
      ${HAS_EXPIRED} as has_expired
    from runs r join iterations i on i.run_id = r.id
    where r.status in ('pending', 'running') and i.seq is null and ${STUCK}
    order by r.created_at, r.id, i.queue_order, i.position limit ${limit}`,
  );

/** How many iterations wait and are held, and when the oldest run was made of which some wait. */
export async function countOpenIterations(db: Db): Promise<OpenWork> {
  // Tenant: the operator of the installation sees the work of all organizations.
  const [found] = await rows<OpenWork>(
    db,
    sql`
    select count(*) filter (where i.status = 'pending')::int as waiting, count(*) filter (where i.status = 'running')::int as held,
      min(r.created_at) filter (where i.status = 'pending' and r.status = 'pending') as oldest_at
    from runs r join iterations i on i.run_id = r.id
    where r.status in ('pending', 'running') and i.seq is null`,
  );
  return found!;
}

/** Gives a stuck iteration all of its attempts again; a lease that holds stays. Answers whose it is. */
export async function retryStuckIteration(db: Db, id: string): Promise<Owner | undefined> {
  // Tenant: the operator of the installation mends the work of all organizations.
  const [retried] = await rows<Owner>(
    db,
    sql`
    update iterations i set attempts = case when i.lease_until > now() then 1 else 0 end,
      status = case when i.lease_until > now() then i.status else 'pending' end,
      lease_until = case when i.lease_until > now() then i.lease_until end
    from runs r where i.id = ${id} and r.id = i.run_id and r.status in ('pending', 'running') and i.seq is null and ${STUCK}
    returning r.organization_id, r.project_id`,
  );
  return retried;
}

/** Takes a stuck iteration over, under a fence that no runner holds, for `leaseMs`. */
export async function takeOverStuckIteration(
  db: Db,
  id: string,
  leaseMs: number,
): Promise<(WorkHold & Owner) | undefined> {
  // Tenant: the operator of the installation mends the work of all organizations.
  const [taken] = await rows<WorkHold & Owner>(
    db,
    sql`
    update iterations i set status = 'running', fence = gen_random_uuid(), lease_until = now() + ${leaseMs} * interval '1 ms'
    from runs r where i.id = ${id} and r.id = i.run_id and r.status in ('pending', 'running') and i.seq is null and ${STUCK}
    returning i.id, i.fence, r.organization_id, r.project_id`,
  );
  return taken;
}
