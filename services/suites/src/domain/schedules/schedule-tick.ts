import { nextDue, type ScheduleTiming } from './schedule-timing.ts';

/** A due schedule: its next tick is due, or a retry of its latest one, which was refused. */
export interface DueSchedule {
  suiteId: string;
  projectId: string;
  organizationId: string;
  timing: ScheduleTiming;
  environmentId: string | null;
  nextDueAt: Date;
  lastDueAt: Date | null;
  retryAt: Date | null;
}

/** The tick to publish, and the next due time; undefined when that cannot be computed. */
export interface ScheduleTick {
  suiteId: string;
  tickId: string;
  dueAt: Date;
  nextDueAt: Date | undefined;
}

/** The tick to publish at `now`. A retry has an id of its own, and does not move the next regular tick. */
export function tickOf({ suiteId, timing, nextDueAt, lastDueAt, retryAt }: DueSchedule, now: Date): ScheduleTick {
  if (nextDueAt > now && lastDueAt && retryAt) {
    return {
      suiteId,
      tickId: `${suiteId}.${lastDueAt.getTime()}.${retryAt.getTime()}`,
      dueAt: lastDueAt,
      nextDueAt,
    };
  }
  return {
    suiteId,
    tickId: `${suiteId}.${nextDueAt.getTime()}`,
    dueAt: nextDueAt,
    nextDueAt: nextDue(timing, now, nextDueAt),
  };
}
