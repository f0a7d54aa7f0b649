import { fragment, rows, sql, type Db } from '@assay/kit/db';
import type { Schedule } from '../domain/schedule.ts';
import type { Timing } from '../domain/schedule-timing.ts';

interface TimingRow { interval_minutes: number | null; cron: string | null; time_zone: string | null }
interface ScheduleRow extends TimingRow {
  next_due_at: Date | null; last_due_at: Date | null; last_run_id: string | null;
  consecutive_failures: number; status_reason: string | null; created_by: string | null;
}

/** A schedule whose time has come. */
export interface DueSchedule { suiteId: string; projectId: string; organizationId: string; timing: Timing; dueAt: Date }

/** Whose runs they are, and who set the schedule up. */
export interface Scheduler { organizationId: string; userId: string | undefined }

const timing = fragment('interval_minutes, cron, time_zone');
const columns = fragment('interval_minutes, cron, time_zone, next_due_at, last_due_at, last_run_id, consecutive_failures, status_reason, created_by');

const toTiming = ({ interval_minutes, cron, time_zone }: TimingRow): Timing =>
  (cron === null ? { intervalMinutes: interval_minutes! } : { cron, timeZone: time_zone! });

const toSchedule = (row: ScheduleRow): Schedule => ({
  timing: toTiming(row), nextDueAt: row.next_due_at, lastDueAt: row.last_due_at, lastRunId: row.last_run_id,
  consecutiveFailures: row.consecutive_failures, statusReason: row.status_reason, createdBy: row.created_by,
});

const toColumns = (set: Timing) => ('cron' in set ? { interval: null, cron: set.cron, zone: set.timeZone } : { interval: set.intervalMinutes, cron: null, zone: null });

/** Undefined for a suite whose schedule was never set. */
export async function findSchedule(db: Db, suiteId: string): Promise<Schedule | undefined> {
  const [row] = await rows<ScheduleRow>(db, sql`select ${columns} from schedules where suite_id = ${suiteId}`);
  return row && toSchedule(row);
}

/** A schedule that the transaction is about to change; it does not tick meanwhile. */
export async function claimSchedule(db: Db, suiteId: string): Promise<Schedule | undefined> {
  const [row] = await rows<ScheduleRow>(db, sql`select ${columns} from schedules where suite_id = ${suiteId} for update`);
  return row && toSchedule(row);
}

export async function upsertSchedule(
  db: Db, suiteId: string, set: Pick<Schedule, 'timing' | 'nextDueAt'>, by: Scheduler,
): Promise<void> {
  const { interval, cron, zone } = toColumns(set.timing);
  await db.query(sql`
    insert into schedules (suite_id, organization_id, created_by, ${timing}, next_due_at)
    values (${suiteId}, ${by.organizationId}, ${by.userId}, ${interval}, ${cron}, ${zone}, ${set.nextDueAt})
    on conflict (suite_id) do update
    set interval_minutes = excluded.interval_minutes, cron = excluded.cron, time_zone = excluded.time_zone, next_due_at = excluded.next_due_at`);
}

/** Takes schedules that are due, the longest waiting first, which nobody else is taking; they are the transaction's until it ends. */
export async function claimDueSchedules(db: Db, now: Date, limit: number): Promise<DueSchedule[]> {
  const found = await rows<TimingRow & Omit<DueSchedule, 'timing'>>(db, sql`
    select schedules.suite_id as "suiteId", suites.project_id as "projectId", schedules.organization_id as "organizationId", ${timing}, next_due_at as "dueAt"
    from schedules join suites on suites.id = schedules.suite_id
    where next_due_at <= ${now}
    order by next_due_at limit ${limit} for update of schedules skip locked`);
  return found.map(({ interval_minutes, cron, time_zone, ...due }) => ({ ...due, timing: toTiming({ interval_minutes, cron, time_zone }) }));
}

/** Notes that schedules came due, and when they are next; never again switches one off, for `reason`. Answers the suites whose tick this was. */
export async function advanceSchedules(db: Db, ticks: { suiteId: string; dueAt: Date; nextDueAt: Date | undefined }[], reason: string): Promise<Set<string>> {
  const advanced = await rows<{ suiteId: string }>(db, sql`
    update schedules
    set last_due_at = tick.due, next_due_at = tick.next, status_reason = case when tick.next is null then ${reason} else status_reason end
    from unnest(${ticks.map(({ suiteId }) => suiteId)}::text[], ${ticks.map(({ dueAt }) => dueAt)}::timestamptz[],
                ${ticks.map(({ nextDueAt }) => nextDueAt ?? null)}::timestamptz[]) as tick (suite_id, due, next)
    where schedules.suite_id = tick.suite_id and schedules.next_due_at = tick.due
    returning schedules.suite_id as "suiteId"`);
  return new Set(advanced.map(({ suiteId }) => suiteId));
}

export async function settleStartedTick(db: Db, suiteId: string, runId: string): Promise<void> {
  await db.query(sql`update schedules set last_run_id = ${runId}, consecutive_failures = 0, status_reason = null where suite_id = ${suiteId}`);
}

export async function settleFailedTick(db: Db, suiteId: string, reason: string): Promise<void> {
  await db.query(sql`update schedules set consecutive_failures = consecutive_failures + 1, status_reason = ${reason} where suite_id = ${suiteId}`);
}
