import { nextDue, type ScheduleTiming } from './schedule-timing.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const YEAR_DAYS = 366;

/** A moment at which the clocks of a time zone change; offsets in minutes. */
interface ClockChange {
  at: Date;
  from: number;
  to: number;
}

/** A moment on the clocks of a time zone: `2026-11-30T03:00`, and its offset `+01:00`. */
export function zonedTime(at: Date, timeZone: string): { localTime: string; utcOffset: string } {
  const offset = offsetAt(at, timeZone);
  const sign = offset < 0 ? '-' : '+';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return {
    localTime: new Date(at.getTime() + offset * MINUTE).toISOString().slice(0, 16),
    utcOffset: `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`,
  };
}

/** The offset of a time zone now, and when it changes: `UTC+1 until 28 Mar 2027, then UTC+2.` */
export function describeZone(timeZone: string, now: Date): string {
  const [next] = clockChanges(timeZone, now);
  const present = offsetName(offsetAt(now, timeZone));
  return next ? `${present} until ${dateText(next.at, timeZone)}, then ${offsetName(next.to)}.` : `${present}.`;
}

/** Whether a change of the clock in the year after `now` skips or repeats a time of the schedule. */
export function describeClockChanges(timing: ScheduleTiming, now: Date): string {
  if (!('cron' in timing)) return 'An interval counts hours, so no change of the clock matters to it.';
  const { cron, timeZone } = timing;
  const changes = clockChanges(timeZone, now);
  if (changes.length === 0) return 'The clocks of its time zone do not change.';
  const faults = changes.flatMap((change) => faultsAt(cron, timeZone, change));
  return faults.length === 0 ? 'No change of the clock skips or repeats it.' : faults.join(' ');
}

/** Compares the times around a change with the times that its expression has on clocks that never change. */
function faultsAt(cron: string, timeZone: string, { at, from, to }: ClockChange): string[] {
  const [start, end] = [new Date(at.getTime() - 3 * HOUR), new Date(at.getTime() + 3 * HOUR)];
  const due = timesBetween({ cron, timeZone }, start, end).map((time) => zonedTime(time, timeZone).localTime);
  const [wallStart, wallEnd] = [start.getTime() + from * MINUTE, end.getTime() + to * MINUTE];
  const wanted = timesBetween({ cron, timeZone: 'UTC' }, new Date(wallStart), new Date(wallEnd)).map((time) =>
    time.toISOString().slice(0, 16),
  );
  const day = dateText(at, timeZone);
  const clock = (times: string[]) => [...new Set(times.map((time) => time.slice(11)))].join(', ');
  const skipped = wanted.filter((time) => !due.includes(time));
  const repeated = due.filter((time, i) => due.indexOf(time) !== i);
  return [
    ...(skipped.length > 0 ? [`On ${day} the clock skips ${clock(skipped)}.`] : []),
    ...(repeated.length > 0 ? [`On ${day} the clock shows ${clock(repeated)} twice, and it runs both times.`] : []),
  ];
}

function timesBetween(timing: ScheduleTiming, start: Date, end: Date): Date[] {
  const times: Date[] = [];
  for (let next = nextDue(timing, start); next && next <= end; next = nextDue(timing, next)) times.push(next);
  return times;
}

/** The changes of the clock in the year after `now`. */
function clockChanges(timeZone: string, now: Date): ClockChange[] {
  const days = Array.from({ length: YEAR_DAYS }, (_, day) => now.getTime() + day * DAY);
  return days.flatMap((day) => {
    const [from, to] = [offsetAt(new Date(day), timeZone), offsetAt(new Date(day + DAY), timeZone)];
    return from === to ? [] : [{ at: changeWithin(day, day + DAY, from, timeZone), from, to }];
  });
}

function changeWithin(start: number, end: number, from: number, timeZone: string): Date {
  let [before, after] = [start, end];
  while (after - before > MINUTE) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(new Date(middle), timeZone) === from) before = middle;
    else after = middle;
  }
  return new Date(Math.round(after / MINUTE) * MINUTE);
}

/** In minutes east of UTC. */
function offsetAt(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function offsetName(offset: number): string {
  if (offset === 0) return 'UTC';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}

const dateText = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(at);
