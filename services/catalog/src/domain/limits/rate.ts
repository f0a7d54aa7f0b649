/** What is asked of a bucket that fills evenly and holds `burst`, or of one that is full again with each day of UTC. */
export type Ask = { bucket: string; count: number } & ({ perMinute: number; burst: number } | { perDay: number });

/** What came of it: as much of the count as there was. */
export interface Taken {
  granted: number;
  remaining: number;
  /** Until there is one more; 0 when there is one. */
  retryAfterMs: number;
  /** Until the bucket is full again. */
  resetAfterMs: number;
  /** When that is, in milliseconds since the epoch. */
  resetsAt: number;
  /** When it was full before, in microseconds since the epoch: names the time in which what was taken can be given back. */
  fullBeforeUs: number;
}

/** A bucket after somebody asked. `aheadUs` is how long it takes to be full again, `used` what is gone of a day's. */
export interface BucketState {
  granted: number;
  aheadUs: number;
  used: number;
  resetsAt: number;
  fullBeforeUs: number;
}

/** How long a bucket takes to gain one, in microseconds; rounded up, so that it never gains more than its rate. Undefined where it takes a day. */
export const intervalUsOf = (ask: Ask): number | undefined =>
  'perDay' in ask ? undefined : Math.ceil(60_000_000 / ask.perMinute);

export const capacityOf = (ask: Ask): number => ('perDay' in ask ? ask.perDay : ask.burst);

export function takenOf(ask: Ask, { granted, aheadUs, used, ...when }: BucketState): Taken {
  const [capacity, intervalUs] = [capacityOf(ask), intervalUsOf(ask)];
  const freeUs = intervalUs === undefined ? 0 : capacity * intervalUs - aheadUs;
  const remaining = Math.max(0, intervalUs === undefined ? capacity - used : Math.floor(freeUs / intervalUs));
  const waitUs = remaining > 0 ? 0 : intervalUs === undefined ? aheadUs : intervalUs - freeUs;
  return {
    granted,
    remaining,
    retryAfterMs: Math.ceil(waitUs / 1_000),
    resetAfterMs: Math.ceil(aheadUs / 1_000),
    ...when,
  };
}

/** One ask for each bucket: those who ask of the same one at a time are served in their order, by the limits of the last. */
export const together = (asks: Ask[]): Ask[] =>
  [...Map.groupBy(asks, ({ bucket }) => bucket).values()].map((same) => ({
    ...same.at(-1)!,
    count: same.reduce((sum, { count }) => sum + count, 0),
  }));

/** Hands what a bucket gave to those who asked of it, in their order. */
export function shared(asks: Ask[], taken: Map<string, Taken>): Taken[] {
  const left = new Map([...taken].map(([bucket, { granted }]) => [bucket, granted]));
  return asks.map(({ bucket, count }) => {
    const granted = Math.min(count, left.get(bucket)!);
    left.set(bucket, left.get(bucket)! - granted);
    return { ...taken.get(bucket)!, granted };
  });
}
