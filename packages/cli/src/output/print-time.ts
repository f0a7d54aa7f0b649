const DAY_MS = 86_400_000;

/** A time as a person reads it: `today 09:32`, `28 Nov`, `28 Nov 2025`; local unless `usesUtc`. */
export function printTime(at: string | number, { usesUtc, now }: { usesUtc: boolean; now: number }): string {
  const time = new Date(at);
  const zone = usesUtc ? { timeZone: 'UTC' } : {};
  const dayOf = (date: Date) => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...zone }).format(date);
  if (dayOf(time) === dayOf(new Date(now)))
    return `today ${new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', ...zone }).format(time)}`;
  const isRecent = now - time.getTime() < 300 * DAY_MS;
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!isRecent && { year: 'numeric' }),
    ...zone,
  }).format(time);
}

/** A moment of any day with its time: `30 Nov 2026, 03:00`; local unless `usesUtc`. */
export const printMoment = (at: string | number, { usesUtc }: { usesUtc: boolean }): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(usesUtc && { timeZone: 'UTC' }),
  }).format(new Date(at));

/** A duration in milliseconds as a person reads it: `132 ms`, `6.4 s`, `2 min 5 s`. */
export function printDuration(ms: number): string {
  if (Math.round(ms) < 1_000) return `${Math.round(ms)} ms`;
  if (Math.round(ms / 100) < 600) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
