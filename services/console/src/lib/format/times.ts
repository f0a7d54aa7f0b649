import { NARROW } from './numbers.ts';

/** A duration in milliseconds: `148 ms`, `1.27 s`, `12.4 s`, `4 min 12 s`, `2 h 3 min`, `3 d 4 h`. */
export function writeDuration(ms: number | undefined): string {
  if (ms === undefined) return '–';
  if (ms < 1000) return `${Math.round(ms)}${NARROW}ms`;
  const seconds = ms / 1000;
  if (seconds < 9.995) return `${seconds.toFixed(2)}${NARROW}s`;
  if (seconds < 59.95) return `${seconds.toFixed(1)}${NARROW}s`;
  const whole = Math.round(seconds);
  const units = [
    [86_400, 'd', 3600, 'h'],
    [3600, 'h', 60, 'min'],
    [60, 'min', 1, 's'],
  ] as const;
  const [size, name, nextSize, nextName] = units.find(([least]) => whole >= least)!;
  const rest = Math.floor((whole % size) / nextSize);
  return `${Math.floor(whole / size)}${NARROW}${name}${rest > 0 ? ` ${rest}${NARROW}${nextName}` : ''}`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** A time in the zone of the reader: today `09:41`, this week `Mon 09:41`, this year `29 Nov`, else `29 Nov 2025`. */
export function writeTime(time: number, now: number = Date.now()): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000);
  if (days === 0) return clock.format(time);
  if (Math.abs(days) < 7) return `${weekday.format(time)} ${clock.format(time)}`;
  return new Date(time).getFullYear() === new Date(now).getFullYear() ? day.format(time) : dayOfYear.format(time);
}

/** ISO 8601 with the reader's zone, for hovering and copying: `2026-11-29T09:32:00.832+01:00`. */
export function writeExactTime(time: number): string {
  const offset = -new Date(time).getTimezoneOffset();
  if (offset === 0) return new Date(time).toISOString();
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const local = new Date(time + offset * 60_000).toISOString().replace('Z', '');
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
}
