import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Schedule } from '../../domain/schedules/schedule.ts';
import type { DueSchedule, ScheduleTick } from '../../domain/schedules/schedule-tick.ts';
import type { ScheduleTiming } from '../../domain/schedules/schedule-timing.ts';

interface TimingRow {
  intervalMinutes: number | null;
  cron: string | null;
  timeZone: string | null;
}
export interface ScheduleRow extends TimingRow {
  nextDueAt: Date | null;
  lastDueAt: Date | null;
  lastRunId: string | null;
  consecutiveFailures: number;
  statusReason: string | null;
  createdBy: string | null;
  environmentId: string | null;
  pauseAfter: number | null;
}

/** The organization of the runs, and the user who set the schedule. */
export interface ScheduleOwner {
  organizationId: string;
  userId: string | undefined;
}

const timing = fragment('interval_minutes, cron, time_zone');
const columns = fragment(
  'interval_minutes, cron, time_zone, next_due_at, last_due_at, last_run_id, consecutive_failures, status_reason, created_by, environment_id, pause_after',
);

const toTiming = ({ intervalMinutes, cron, timeZone }: TimingRow): ScheduleTiming =>
  cron === null ? { intervalMinutes: intervalMinutes! } : { cron, timeZone: timeZone! };

export const toStoredSchedule = (row: ScheduleRow): Schedule => ({
  timing: toTiming(row),
  nextDueAt: row.nextDueAt,
  lastDueAt: row.lastDueAt,
  lastRunId: row.lastRunId,
  consecutiveFailures: row.consecutiveFailures,
  statusReason: row.statusReason,
  createdBy: row.createdBy,
  environmentId: row.environmentId,
  pauseAfter: row.pauseAfter,
});

const toColumns = (set: ScheduleTiming) =>
  'cron' in set
    ? { interval: null, cron: set.cron, zone: set.timeZone }
    : { interval: set.intervalMinutes, cron: null, zone: null };

/** Undefined when the schedule of a suite was never set. */
export async function findSchedule(db: Db, suiteId: string): Promise<Schedule | undefined> {
  const [row] = await rows<ScheduleRow>(db, sql`select ${columns} from schedules where suite_id = ${suiteId}`);
  return row && toStoredSchedule(row);
}

/** Reads a schedule and locks its row until the transaction ends; it does not tick meanwhile. */
export async function claimSchedule(db: Db, suiteId: string): Promise<Schedule | undefined> {
  const [row] = await rows<ScheduleRow>(
    db,
    sql`select ${columns} from schedules where suite_id = ${suiteId} for update`,
  );
  return row && toStoredSchedule(row);
}

/** Writes a schedule and resets its ticks and failures. */
export async function upsertSchedule(
  db: Db,
  suiteId: string,
  set: Pick<Schedule, 'timing' | 'nextDueAt' | 'environmentId' | 'pauseAfter'>,
  by: ScheduleOwner,
): Promise<void> {
  const { interval, cron, zone } = toColumns(set.timing);
  await db.query(sql`
    insert into schedules (suite_id, organization_id, created_by, ${timing}, next_due_at, environment_id, pause_after)
    values (${suiteId}, ${by.organizationId}, ${by.userId}, ${interval}, ${cron}, ${zone}, ${set.nextDueAt}, ${set.environmentId}, ${set.pauseAfter})
    on conflict (suite_id) do update
    set interval_minutes = excluded.interval_minutes, cron = excluded.cron, time_zone = excluded.time_zone, next_due_at = excluded.next_due_at,
        environment_id = excluded.environment_id, pause_after = excluded.pause_after, changed_at = now(),
        tick_id = null, retry_at = null, consecutive_failures = 0, status_reason = null`);
}

/** Sets the next time of a schedule whose suite is restored; undefined switches it off. */
export async function resumeSchedule(db: Db, suiteId: string, nextDueAt: Date | undefined): Promise<void> {
  // Tenant: the transaction has locked the suite of the schedule in its project.
  await db.query(sql`
    update schedules set next_due_at = ${nextDueAt ?? null}, tick_id = null, retry_at = null where suite_id = ${suiteId}`);
}

/** Leaves the environment of the runs to the suite. */
export async function unpinSchedule(db: Db, suiteId: string): Promise<void> {
  // Tenant: the transaction has locked the suite of the schedule in its project.
  await db.query(sql`update schedules set environment_id = null where suite_id = ${suiteId}`);
}

/**
 * Locks due schedules until the transaction ends, the longest waiting first; skips schedules that another transaction
 * has locked.
 */
export async function claimDueSchedules(db: Db, now: Date, limit: number): Promise<DueSchedule[]> {
  const found = await rows<TimingRow & Omit<DueSchedule, 'timing'>>(
    db,
    sql`
    select schedules.suite_id, suites.project_id, schedules.organization_id, ${timing},
           schedules.environment_id, next_due_at, last_due_at, retry_at
    from schedules join suites on suites.id = schedules.suite_id
    where next_due_at is not null and least(next_due_at, retry_at) <= ${now} and suites.archived_at is null
    order by least(next_due_at, retry_at) limit ${limit} for update of schedules skip locked`,
  );
  return found.map(({ intervalMinutes, cron, timeZone, ...due }) => ({
    ...due,
    timing: toTiming({ intervalMinutes, cron, timeZone }),
  }));
}

/** The time at which the next schedule is due; undefined when there is none. */
export async function findNextDue(db: Db): Promise<Date | undefined> {
  const [found] = await rows<{ at: Date | null }>(
    db,
    sql`
    select min(least(next_due_at, retry_at)) as at from schedules join suites on suites.id = schedules.suite_id
    where next_due_at is not null and suites.archived_at is null`,
  );
  return found!.at ?? undefined;
}

/**
 * Stores the ticks of locked schedules. A tick without a next time switches its schedule off, for `reason`. A tick that
 * still waits for its retry counts as failed.
 */
export async function advanceSchedules(db: Db, ticks: ScheduleTick[], reason: string): Promise<void> {
  // Tenant: ticks go over the schedules of every organization.
  await db.query(sql`
    update schedules
    set consecutive_failures = consecutive_failures + (retry_at is not null and last_due_at is distinct from tick.due)::integer,
        last_due_at = tick.due, next_due_at = tick.next, tick_id = case when tick.next is not null then tick.id end, retry_at = null,
        status_reason = case when tick.next is null then ${reason} else status_reason end
    from unnest(${ticks.map(({ suiteId }) => suiteId)}::text[], ${ticks.map(({ tickId }) => tickId)}::text[],
                ${ticks.map(({ dueAt }) => dueAt)}::timestamptz[], ${ticks.map(({ nextDueAt }) => nextDueAt ?? null)}::timestamptz[])
         as tick (suite_id, id, due, next)
    where schedules.suite_id = tick.suite_id`);
}

/** Keeps the reason of a schedule that is switched off. */
export async function settleStartedTick(db: Db, suiteId: string, runId: string): Promise<void> {
  // Tenant: ticks go over the schedules of every organization.
  await db.query(sql`
    update schedules
    set last_run_id = ${runId}, consecutive_failures = 0, status_reason = case when next_due_at is null then status_reason end
    where suite_id = ${suiteId}`);
}

/** Sets the retry of a schedule's latest tick; false when the tick is no longer the latest. */
export async function postponeTick(
  db: Db,
  suiteId: string,
  tickId: string,
  retryAt: Date,
  reason: string,
): Promise<boolean> {
  // Tenant: ticks go over the schedules of every organization.
  const { rowCount } = await db.query(sql`
    update schedules set retry_at = ${retryAt}, status_reason = ${reason} where suite_id = ${suiteId} and tick_id = ${tickId}`);
  return rowCount === 1;
}

/** Ignores a tick from before the schedule was changed or switched off. */
export async function settleFailedTick(db: Db, suiteId: string, reason: string): Promise<void> {
  // Tenant: ticks go over the schedules of every organization.
  await db.query(sql`
    update schedules set consecutive_failures = consecutive_failures + 1, status_reason = ${reason}
    where suite_id = ${suiteId} and tick_id is not null`);
}

/** Switches a schedule off whose latest ticks since its last change failed as often as it allows. */
export async function pauseFailingSchedule(db: Db, suiteId: string): Promise<void> {
  // Tenant: ticks go over the schedules of every organization.
  await db.query(sql`
    update schedules c
    set next_due_at = null, tick_id = null, retry_at = null,
        status_reason = 'The schedule was switched off after ' || c.pause_after || case when c.pause_after = 1 then ' failure.' else ' failures in a row.' end
    where c.suite_id = ${suiteId} and c.next_due_at is not null and c.pause_after <= (
      select count(*) from schedule_ticks t
      where t.suite_id = c.suite_id and t.due_at > c.changed_at and (t.reason is not null or t.verdict = 'failed') and not exists (
        select from schedule_ticks later
        where later.suite_id = t.suite_id and later.due_at > t.due_at and later.verdict <> 'failed'))`);
}
