import { nextDue, type Timing } from './schedule-timing.ts';

/** A schedule whose time has come: its next tick is due, or its latest one, which was refused, is to be tried again. */
export interface DueSchedule {
  suiteId: string;
  projectId: string;
  organizationId: string;
  timing: Timing;
  nextDueAt: Date;
  lastDueAt: Date | null;
  retryAt: Date | null;
}

/** What a schedule tells of, and when it is due after that; undefined when that cannot be told. */
export interface Tick {
  suiteId: string;
  tickId: string;
  dueAt: Date;
  nextDueAt: Date | undefined;
}

/** The tick that is to be told at `now`. Another try has an id of its own, and leaves the next regular tick where it is. */
export function tickOf({ suiteId, timing, nextDueAt, lastDueAt, retryAt }: DueSchedule, now: Date): Tick {
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
