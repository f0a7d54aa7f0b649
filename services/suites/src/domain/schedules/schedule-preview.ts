import type { EvalSchedulePreview } from '@assay/contract/areas/schedules/documents';
import { describeClockChanges, describeZone, zonedTime } from './clock-changes.ts';
import { nextDue, type ScheduleTiming } from './schedule-timing.ts';
import { describeTiming } from './schedule-words.ts';

const MONTH_MS = 30 * 86_400_000;
/** More ticks than the densest schedule has in 30 days: one in five minutes. */
const MAX_TICKS = 9_000;

/** The times of a schedule, without the cost of its ticks. */
export type SchedulePreviewTimes = Omit<EvalSchedulePreview, 'tick' | 'month'>;

/** The next ticks after `now`. `due` is the next tick of a saved schedule, from which an interval counts. */
export function previewSchedule(
  timing: ScheduleTiming,
  { now, due, count }: { now: Date; due: Date | undefined; count: number },
): SchedulePreviewTimes {
  const timeZone = 'cron' in timing ? timing.timeZone : 'UTC';
  const month = ticksOf(timing, now, due);
  return {
    ...describeTiming(timing),
    zoneWords: describeZone(timeZone, now),
    clockWords: describeClockChanges(timing, now),
    ticks: month.slice(0, count).map((at) => ({ at: at.getTime(), ...zonedTime(at, timeZone) })),
    ticksPerMonth: month.filter((at) => at.getTime() <= now.getTime() + MONTH_MS).length,
  };
}

/** The ticks of 30 days, and at least 50 ticks where there are as many. */
function ticksOf(timing: ScheduleTiming, now: Date, due: Date | undefined): Date[] {
  const ticks: Date[] = [];
  let next = 'cron' in timing ? nextDue(timing, now) : (due ?? nextDue(timing, now));
  while (next && ticks.length < MAX_TICKS && (ticks.length < 50 || next.getTime() <= now.getTime() + MONTH_MS)) {
    ticks.push(next);
    next = nextDue(timing, next);
  }
  return ticks;
}
