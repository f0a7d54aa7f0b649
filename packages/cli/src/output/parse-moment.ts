import { UsageError } from '../command-failure.ts';

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const periodOf = (text: string): number | undefined => {
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit!]!;
};

/** A period such as `30m`, `12h`, `7d` or `2w`, in milliseconds. Throws UsageError. */
export function parsePeriod(option: string, text: string): number {
  const period = periodOf(text);
  if (period === undefined) throw new UsageError(`${option} is a period such as 12h or 7d`);
  return period;
}

/** A moment in milliseconds since the epoch: a date with or without a time, or how long ago (`7d`). Throws UsageError. */
export function parseMoment(option: string, text: string, now: number): number {
  const period = periodOf(text);
  if (period !== undefined) return now - period;
  const at = /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new UsageError(`${option} is a date such as 2026-11-01, or a time ago such as 7d`);
  return at;
}
