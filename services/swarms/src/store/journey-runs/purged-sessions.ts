import { fragment, rows, sql, type Tx } from '@assay/kit/postgres/db';

/** At most this many sessions go at once. */
const BATCH = fragment('1000');

/**
 * Deletes some sessions of a project with everything of them; answers how many were found, 0 when none is left. Their runs
 * are locked first, in the order of their ids, as by all that changes sessions.
 */
export async function deleteSessionsOfProject(tx: Tx, projectId: string): Promise<number> {
  const runs = await rows<{ id: string }>(
    tx,
    sql`
    select id from journey_runs
    where id in (select run_id from sessions where project_id = ${projectId} limit ${BATCH}) order by id for update`,
  );
  const [gone] = await rows<{ count: number }>(
    tx,
    sql`
    with gone as (
      delete from sessions where id = any(array(
        select id from sessions where run_id = any(${runs.map(({ id }) => id)}) and project_id = ${projectId} limit ${BATCH}))
      returning id)
    select count(*)::integer as count from gone`,
  );
  return gone!.count;
}
