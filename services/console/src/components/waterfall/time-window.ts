/** The part of a trace's time that is in sight, in milliseconds. */
export interface TimeWindow {
  fromMs: number;
  toMs: number;
}

/** The shortest part that is shown, in milliseconds. */
const LEAST_MS = 1;

/** The whole time of spans that begin and end at these times. */
export function wholeTime(spans: readonly { startMs: number; endMs: number }[]): TimeWindow {
  let [fromMs, toMs] = [Infinity, -Infinity];
  for (const { startMs, endMs } of spans) {
    if (startMs < fromMs) fromMs = startMs;
    if (endMs > toMs) toMs = endMs;
  }
  if (!(fromMs < toMs))
    return { fromMs: Number.isFinite(fromMs) ? fromMs : 0, toMs: (Number.isFinite(fromMs) ? fromMs : 0) + LEAST_MS };
  return { fromMs, toMs };
}

/** A window of `factor` times the length around a time, within the whole. */
export function zoomed({ fromMs, toMs }: TimeWindow, whole: TimeWindow, factor: number, aroundMs: number): TimeWindow {
  const length = Math.min(Math.max((toMs - fromMs) * factor, LEAST_MS), whole.toMs - whole.fromMs);
  const share = toMs > fromMs ? (aroundMs - fromMs) / (toMs - fromMs) : 0.5;
  const start = Math.min(Math.max(aroundMs - share * length, whole.fromMs), whole.toMs - length);
  return { fromMs: start, toMs: start + length };
}

/** A window moved by a share of its length, within the whole. */
export function moved({ fromMs, toMs }: TimeWindow, whole: TimeWindow, share: number): TimeWindow {
  const length = toMs - fromMs;
  const start = Math.min(Math.max(fromMs + share * length, whole.fromMs), whole.toMs - length);
  return { fromMs: start, toMs: start + length };
}

/** Where a time stands in a window, as a share of its length; below 0 and above 1 it is out of sight. */
export const shareOf = ({ fromMs, toMs }: TimeWindow, ms: number): number => (ms - fromMs) / (toMs - fromMs);

/** The times at the five lines of the axis. */
export const ticksOf = ({ fromMs, toMs }: TimeWindow): number[] =>
  [0, 0.2, 0.4, 0.6, 0.8].map((share) => fromMs + share * (toMs - fromMs));
