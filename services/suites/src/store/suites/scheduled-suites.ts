import { lookup, rows, type Db } from '@assay/kit/postgres/db';
import type { Schedule } from '../../domain/schedules/schedule.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { toStoredSchedule, type ScheduleRow } from '../schedules/schedules.ts';
import { toSuite, type SuiteRow } from './suites.ts';

/** A suite with its schedule, undefined when that was never set; in one query, since suites are read often. */
export async function findScheduledSuite(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ suite: StoredSuite; schedule: Schedule | undefined } | undefined> {
  const [row] = await rows<SuiteRow & ScheduleRow & { hasSchedule: boolean }>(
    db,
    lookup`
    select s.id, s.project_id, s.name, s.declared_id, s.managed_by, s.revision, s.created_at, s.updated_at, s.archived_at, s.body,
           c.suite_id is not null as has_schedule, c.interval_minutes, c.cron, c.time_zone, c.next_due_at, c.last_due_at, c.last_run_id,
           c.consecutive_failures, c.status_reason, c.created_by, c.environment_id, c.pause_after
    from suites s left join schedules c on c.suite_id = s.id
    where s.project_id = ${projectId} and s.id = ${id}`,
  );
  return row && { suite: toSuite(row), schedule: row.hasSchedule ? toStoredSchedule(row) : undefined };
}
