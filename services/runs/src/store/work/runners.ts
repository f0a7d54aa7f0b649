import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { RunnerWait } from '../../domain/eval-runs/waiting-run.ts';

/** A runner counts as live for this long after it asked for work, in milliseconds: a request waits 20 s at most. */
export const LIVE_MS = 45_000;
/** At most this many runs are named as the reason of a wait. */
const NAMED_RUNS = 10;

const WORKS = fragment(
  `select from iterations i where i.seq is null and i.status = 'running' and i.lease_until > now() and i.runner_id = runners.id`,
);

/** Why a run waits for its first runner; undefined when it does not wait. */
export async function findRunnerWait(db: Db, runId: string): Promise<RunnerWait | undefined> {
  const [wait] = await rows<RunnerWait>(
    db,
    sql`
    with run as (select * from runs where id = ${runId} and status = 'pending'),
    able as (
      select runners.id from runners, run
      where run.runner_labels <@ runners.labels and (run.runner_labels <> '{}' or runners.takes_unlabelled)
        and coalesce(runners.organization_id, run.organization_id) = run.organization_id and coalesce(runners.project_id, run.project_id) = run.project_id
        and (runners.seen_at > now() - ${LIVE_MS} * interval '1 ms' or exists (${WORKS}))),
    busy as (
      select r.id, r.project_id, r.created_at from runs r
      where r.status = 'running' and exists (
        select from iterations i join able on able.id = i.runner_id where i.run_id = r.id and i.seq is null and i.status = 'running' and i.lease_until > now()))
    select run.runner_labels as labels, (select count(*) from able)::int as runners, (select count(*) from busy)::int as "busyWith",
      array(select busy.id from busy where busy.project_id = run.project_id order by created_at, id limit ${NAMED_RUNS}) as "runIds"
    from run`,
  );
  return wait;
}
