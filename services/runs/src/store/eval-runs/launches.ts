import { prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import { SLOT_WAIT_MS } from '../../domain/run-limits/limits.ts';
import type { LaunchStanding } from '../../domain/eval-runs/planned-run.ts';

/** Takes the advisory lock that serializes the launches of one organization until the transaction ends. */
export async function lockLaunches(db: Db, organizationId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtext('launch'), hashtext(${organizationId}))`);
}

/**
 * Takes the locks of `lockLaunches` and, shared, of `lockDeletions`. The statements after it see what the earlier
 * holders of the locks wrote, which this one may not.
 */
export async function lockLaunch(
  db: Db,
  { organizationId, projectId }: { organizationId: string; projectId: string },
): Promise<void> {
  await rows(
    db,
    prepared`
    select pg_advisory_xact_lock(hashtext('launch'), hashtext(${organizationId})),
      pg_advisory_xact_lock_shared(hashtext('deletion'), hashtext(${projectId}))`,
  );
}

/** The launch that is asked about; `runGroupId` is the group that its run is to join. */
interface AskedLaunch {
  organizationId: string;
  projectId: string;
  runGroupId?: string | undefined;
}

/**
 * The taken slots: single runs, and run groups as one each, without the group that another run is to join. A run that
 * has waited for its first runner for long takes none.
 */
export async function findLaunchStanding(
  db: Db,
  { organizationId, projectId, runGroupId }: AskedLaunch,
): Promise<LaunchStanding> {
  const [standing] = await rows<LaunchStanding>(
    db,
    prepared`
    with taken as (
      select id, project_id, run_group_id, created_at from runs
      where organization_id = ${organizationId} and status in ('pending', 'running', 'grading') and source <> 'sdk'
        and not (status = 'pending' and created_at < now() - ${SLOT_WAIT_MS} * interval '1 ms')
        and (${runGroupId}::text is null or run_group_id is distinct from ${runGroupId}))
    select clock_timestamp() as "at", count(distinct coalesce(run_group_id, id))::int as open,
      array(select id from taken where project_id = ${projectId} order by created_at, id limit ${NAMED_RUNS}) as "runIds",
      (select count(*)::int from runs where run_group_id = ${runGroupId}) as "groupRuns"
    from taken`,
  );
  return standing!;
}

/** At most this many runs are named as the reason of a wait. */
const NAMED_RUNS = 10;
