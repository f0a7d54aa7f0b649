const DAY = 86_400_000;
/** Lists that were opened in the same minutes share what was read. */
const STEP = 300_000;

/** The spans of time of a list, by their parameter. */
export const SINCE: Record<string, { word: string; ms: number }> = {
  '1d': { word: 'the last day', ms: DAY },
  '7d': { word: 'the last 7 days', ms: 7 * DAY },
  '30d': { word: 'the last 30 days', ms: 30 * DAY },
};

/** The moment of a parameter: a span before now, or a time that ISO 8601 names; undefined for neither. */
export function momentOf(since: string | undefined, now: number = Date.now()): number | undefined {
  if (since === undefined) return undefined;
  const span = SINCE[since];
  if (span) return Math.floor((now - span.ms) / STEP) * STEP;
  const moment = Date.parse(since);
  return Number.isNaN(moment) ? undefined : moment;
}
