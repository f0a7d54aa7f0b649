import { Cron } from 'croner';
import type { Fault } from '@assay/contract/fault';

/** Every so many minutes, or by a cron expression in a time zone. */
export type Timing = { intervalMinutes: number } | { cron: string; timeZone: string };

const MINUTE_MS = 60_000;
const SHORTEST_MS = 5 * MINUTE_MS;
const FIELDS = 5;
/** Two days before the turn of a leap year, so that the first times after it pass every edge of the calendar. */
const EDGE = new Date(Date.UTC(2027, 11, 30));
/** As many as the densest expression that is allowed has in a day, and some. */
const TIMES_LOOKED_AT = 300;

const times = (cron: string, timeZone: string): Cron => new Cron(cron, { mode: '5-part', timezone: timeZone });

/**
 * When a schedule is due next after `now`. An interval keeps the phase of `due`, the tick before; ticks that were missed
 * are passed over. Undefined when this runtime cannot tell, because it does not know the time zone or the expression.
 */
export function nextDue(timing: Timing, now: Date, due: Date = now): Date | undefined {
  if ('cron' in timing) return nextTime(timing.cron, timing.timeZone, now);
  const step = timing.intervalMinutes * MINUTE_MS;
  const passed = Math.floor((now.getTime() - due.getTime()) / step);
  return new Date(due.getTime() + (passed + 1) * step);
}

function nextTime(cron: string, timeZone: string, now: Date): Date | undefined {
  try {
    return isTimeZone(timeZone) ? (times(cron, timeZone).nextRun(now) ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** Why a cron expression cannot be a schedule. Its times are looked at in UTC, so that a change of the clocks is no fault. */
export function cronFault(cron: string): Fault | undefined {
  const fault = (message: string): Fault => ({ path: '/cron', message });
  if (cron.trim().split(/\s+/).length !== FIELDS)
    return fault('must have five fields: minute, hour, day of month, month, day of week');
  let due: Cron;
  try {
    due = times(cron, 'UTC');
  } catch (error) {
    return fault(`is not a cron expression (${(error as Error).message.replace(/^CronPattern: /, '')})`);
  }
  let last = due.nextRun(EDGE);
  if (!last) return fault('is never due');
  for (let i = 0; i < TIMES_LOOKED_AT; i++) {
    const next = due.nextRun(last);
    if (!next) return undefined;
    if (next.getTime() - last.getTime() < SHORTEST_MS)
      return fault(`is due twice within 5 minutes (at ${clock(last)} and ${clock(next)})`);
    last = next;
  }
  return undefined;
}

const clock = (time: Date) => time.toISOString().slice(11, 16);

export const timeZoneFault = (timeZone: string): Fault | undefined =>
  isTimeZone(timeZone)
    ? undefined
    : { path: '/timeZone', message: 'is not an IANA time zone, such as Europe/Paris or UTC' };

/** Offsets such as +02:00 are no zones: they know no summer time. */
function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
