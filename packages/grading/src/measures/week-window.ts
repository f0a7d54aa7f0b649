/** A window: a calendar week of UTC, from Monday, by its ISO 8601 name such as `2026-W48`. */
export interface WeekWindow {
  id: string;
  startAt: number;
  endAt: number;
}

const DAY = 24 * 60 * 60_000;
const WEEK = 7 * DAY;
/** A Monday: days are counted from it. */
const FIRST_MONDAY = Date.UTC(1970, 0, 5);

/** The window of a time in milliseconds since the epoch. */
export function windowOf(at: number): WeekWindow {
  const startAt = at - ((((at - FIRST_MONDAY) % WEEK) + WEEK) % WEEK);
  // A week belongs to the year of its Thursday.
  const thursday = startAt + 3 * DAY;
  const year = new Date(thursday).getUTCFullYear();
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / WEEK);
  return { id: `${year}-W${String(week).padStart(2, '0')}`, startAt, endAt: startAt + WEEK };
}
