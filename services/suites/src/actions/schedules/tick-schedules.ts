import { ScheduleTickDue } from '@assay/mesh/events';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { tickOf, type DueSchedule, type ScheduleTick } from '../../domain/schedules/schedule-tick.ts';
import { insertTicks } from '../../store/schedules/schedule-ticks.ts';
import { advanceSchedules, claimDueSchedules } from '../../store/schedules/schedules.ts';

/**
 * The reason of a schedule that is switched off because its next time cannot be computed; otherwise it would be due for
 * ever.
 */
const NEVER_AGAIN =
  'The schedule was switched off: when it is due next cannot be told from its cron expression and time zone.';

/**
 * Publishes a tick for each schedule that is due at `now`, at most `limit`, and sets its next time. Missed ticks are
 * published as one. Returns the number of ticks.
 */
export async function tickSchedules(pool: Pool, now: Date, limit: number): Promise<number> {
  return transaction(pool, async (tx) => {
    const due = await claimDueSchedules(tx, now, limit);
    if (due.length === 0) return 0;
    const ticks = due.map((schedule) => ({ ...schedule, ...tickOf(schedule, now) }));
    await advanceSchedules(tx, ticks, NEVER_AGAIN);
    await insertTicks(tx, ticks);
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
  environmentId,
}: Omit<DueSchedule, 'nextDueAt'> & ScheduleTick): ScheduleTickDue => ({
  tickId,
  projectId,
  organizationId,
  suiteId,
  environmentId: environmentId ?? '',
  dueAtMs: dueAt.getTime(),
});
