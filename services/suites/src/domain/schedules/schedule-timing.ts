import { Cron } from 'croner';
import type { Fault } from '@assay/contract/fault';

/** A fixed interval, or a cron expression in a time zone. */
export type ScheduleTiming = { intervalMinutes: number } | { cron: string; timeZone: string };

const MINUTE_MS = 60_000;
const SHORTEST_MS = 5 * MINUTE_MS;
const FIELDS = 5;
/** Two days before a leap year begins, so that the first times after it pass every edge of the calendar. */
const EDGE = new Date(Date.UTC(2027, 11, 30));
/** A little more than the densest allowed expression has in a day. */
const TIMES_LOOKED_AT = 300;

/** The nicknames of crontab(5), without `@reboot`: no schedule begins with a start of the platform. */
const NICKNAMES: Record<string, string> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** The five fields of an expression that may be a nickname. */
export function fieldsOf(cron: string): string {
  const name = cron.trim().toLowerCase();
  return Object.hasOwn(NICKNAMES, name) ? NICKNAMES[name]! : cron;
}

const times = (cron: string, timeZone: string): Cron =>
  new Cron(fieldsOf(cron), { mode: '5-part', timezone: timeZone });

/**
 * The next due time of a schedule after `now`. An interval keeps the phase of `due`, the tick before; missed ticks are
 * skipped. Undefined when this runtime does not know the time zone or the expression.
 */
export function nextDue(timing: ScheduleTiming, now: Date, due: Date = now): Date | undefined {
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

/** Why a cron expression is refused. Its times are computed in UTC, where the clocks never change. */
export function cronFault(cron: string): Fault | undefined {
  const fault = (message: string): Fault => ({ path: '/cron', message });
  if (fieldsOf(cron).trim().split(/\s+/).length !== FIELDS)
    return fault(
      `must have five fields (minute, hour, day of month, month, day of week) or be one of ${Object.keys(NICKNAMES).join(', ')}`,
    );
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

/** Offsets such as +02:00 are not time zones: they have no summer time. */
function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
