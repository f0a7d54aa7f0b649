import { ScheduleTickDue } from '@assay/contract/events';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { tickOf, type DueSchedule, type Tick } from '../../domain/schedules/schedule-tick.ts';
import { advanceSchedules, claimDueSchedules } from '../../store/schedules/schedules.ts';

/** Switches a schedule off that this platform cannot follow any more, rather than let it hold up the others. */
const NEVER_AGAIN =
  'The schedule was switched off: when it is due next cannot be told from its cron expression and time zone.';

/**
 * Tells of the schedules that are due at `now`, at most `limit` of them, and sets when each is next. Ticks that were missed
 * are told as one. Answers how many there were.
 */
export async function tickSchedules(pool: Pool, now: Date, limit: number): Promise<number> {
  return transaction(pool, async (tx) => {
    const due = await claimDueSchedules(tx, now, limit);
    const ticks = due.map((schedule) => ({ ...schedule, ...tickOf(schedule, now) }));
    await advanceSchedules(tx, ticks, NEVER_AGAIN);
    await publish(tx, ScheduleTickDue, ...ticks.map(tickDue));
    return due.length;
  });
}

const tickDue = ({
  suiteId,
  projectId,
  organizationId,
  tickId,
  dueAt,
}: Omit<DueSchedule, 'nextDueAt'> & Tick): ScheduleTickDue => ({
  tickId,
  projectId,
  organizationId,
  suiteId,
  environmentId: '',
  dueAtMs: dueAt.getTime(),
});
