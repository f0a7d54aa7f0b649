import type { EndingWaiver } from '../../domain/overview/attention-facts.ts';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { isHidden } from '../eval-runs/tombstones.ts';

/** Runs of a project are counted up to this many. */
const MAX_COUNTED = 10_000;

/** The waivers of a project that end within `days`, the first to end first. */
export const listEndingWaivers = (db: Db, projectId: string, days: number): Promise<EndingWaiver[]> =>
  rows<EndingWaiver>(
    db,
    sql`
    select w.id, w.run_id, r.suite_id, w.reason, w.expires_at from gate_waivers w join runs r on r.id = w.run_id
    where r.project_id = ${projectId} and w.revoked_at is null
      and w.expires_at between now() and now() + ${days} * interval '1 day' and not ${isHidden('r')}
    order by w.expires_at, w.id`,
  );

/** How many runs a project has, and how many of them are under way. */
export async function countRuns(
  db: Db,
  projectId: string,
): Promise<{ total: number; isAtLeast: boolean; underWay: number }> {
  const [counted] = await rows<{ counted: number; underWay: number }>(
    db,
    sql`
    select
      (select count(*)::int from (select from runs where project_id = ${projectId} and not ${isHidden('runs')} limit ${MAX_COUNTED + 1}) counted) as counted,
      (select count(*)::int from runs where project_id = ${projectId} and status in ('pending', 'running', 'grading') and not ${isHidden('runs')}) as under_way`,
  );
  const { counted: total, underWay } = counted!;
  return { total: Math.min(total, MAX_COUNTED), isAtLeast: total > MAX_COUNTED, underWay };
}
