import { LISTED_TICK_DAYS, LISTED_TICKS, type ScheduleTickRecord } from '@assay/contract/areas/schedules/documents';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { toStoredSchedule, type ScheduleRow } from './schedules.ts';
import type { Schedule } from '../../domain/schedules/schedule.ts';
import type { ScheduleTick } from '../../domain/schedules/schedule-tick.ts';

/** A schedule with the name of its suite, and its latest ticks, oldest first. */
export interface ListedSchedule {
  suiteId: string;
  suiteName: string;
  schedule: Schedule;
  ticks: ScheduleTickRecord[];
}

/** Notes published ticks, and forgets the ones that are no longer listed. A retry leaves the row of its tick. */
export async function insertTicks(db: Db, ticks: Pick<ScheduleTick, 'suiteId' | 'dueAt' | 'tickId'>[]): Promise<void> {
  // Tenant: ticks go over the schedules of every organization.
  const suiteIds = ticks.map(({ suiteId }) => suiteId);
  await db.query(sql`
    with forgotten as (
      delete from schedule_ticks where suite_id = any(${suiteIds}) and due_at < now() - ${LISTED_TICK_DAYS} * interval '1 day')
    insert into schedule_ticks (suite_id, due_at, tick_id)
    select * from unnest(${suiteIds}::text[], ${ticks.map(({ dueAt }) => dueAt)}::timestamptz[], ${ticks.map(({ tickId }) => tickId)}::text[])
    on conflict (suite_id, due_at) do nothing`);
}

/** Notes the run of a tick, or else the reason why it started none. */
export async function settleTickRecord(
  db: Db,
  { suiteId, tickId }: Pick<ScheduleTick, 'suiteId' | 'tickId'>,
  outcome: { runId: string } | { reason: string },
): Promise<void> {
  const [runId, reason] = 'runId' in outcome ? [outcome.runId, null] : [null, outcome.reason];
  // Tenant: ticks go over the schedules of every organization.
  await db.query(sql`
    update schedule_ticks set run_id = ${runId}, reason = ${reason}
    where suite_id = ${suiteId} and (tick_id = ${tickId} or starts_with(${tickId}, tick_id || '.'))`);
}

/** Notes the verdict of a run at the tick that started it. */
export async function updateTickVerdict(db: Db, suiteId: string, runId: string, verdict: string): Promise<void> {
  // Tenant: the transaction has locked the suite of the run in its project.
  await db.query(sql`update schedule_ticks set verdict = ${verdict} where suite_id = ${suiteId} and run_id = ${runId}`);
}

/** By the names of the suites; `suiteId` for the schedule of one suite. */
export async function listSchedules(
  db: Db,
  { projectId, suiteId }: { projectId: string; suiteId: string | undefined },
  after: readonly [name: string, suiteId: string] | undefined,
  limit: number,
): Promise<ListedSchedule[]> {
  const [name, afterId] = after ?? [null, null];
  const found = await rows<ScheduleRow & { suiteId: string; name: string; ticks: ScheduleTickRecord[] | null }>(
    db,
    sql`
    select s.id as suite_id, s.name, c.interval_minutes, c.cron, c.time_zone, c.next_due_at, c.last_due_at, c.last_run_id,
      c.consecutive_failures, c.status_reason, c.created_by, c.environment_id, c.pause_after,
      (select json_agg(json_strip_nulls(json_build_object('dueAt', tick.due, 'runId', tick.run_id, 'verdict', tick.verdict, 'reason', tick.reason)) order by due)
       from (
         select (extract(epoch from t.due_at) * 1000)::bigint as due, t.run_id, t.reason,
           -- the run may have ended before its tick was settled
           coalesce(t.verdict, (select r ->> 'verdict' from json_array_elements(s.recent_runs) r where r ->> 'id' = t.run_id)) as verdict
         from schedule_ticks t
         where t.suite_id = s.id and t.due_at > now() - ${LISTED_TICK_DAYS} * interval '1 day'
         order by t.due_at desc limit ${LISTED_TICKS}) tick) as ticks
    from suites s join schedules c on c.suite_id = s.id
    where s.project_id = ${projectId} and s.archived_at is null and (${suiteId}::text is null or s.id = ${suiteId}) and (${name}::text is null or (s.name, s.id) > (${name}, ${afterId}))
    order by s.name, s.id limit ${limit}`,
  );
  return found.map(({ suiteId: id, name: suiteName, ticks, ...row }) => ({
    suiteId: id,
    suiteName,
    schedule: toStoredSchedule(row),
    ticks: ticks ?? [],
  }));
}
