/**
 * A request for `count` tokens of a bucket. A bucket refills evenly and holds `burst`, or it refills completely with
 * each day of UTC.
 */
export type RateAsk = { bucket: string; count: number } & ({ perMinute: number; burst: number } | { perDay: number });

/** The answer to an ask: as many tokens as there were, `count` at most. */
export interface TakenTokens {
  granted: number;
  remaining: number;
  /** Until the next token; 0 when there is one. */
  retryAfterMs: number;
  /** Until the bucket is full again. */
  resetAfterMs: number;
  /** The time at which the bucket is full again, in milliseconds since the epoch. */
  resetsAt: number;
  /**
   * The last time at which the bucket was full, in microseconds since the epoch. It names the period within which taken
   * tokens can be given back.
   */
  fullBeforeUs: number;
}

/** A bucket after an ask. `aheadUs` is the time until it is full again, `used` the tokens taken of a daily bucket. */
export interface BucketState {
  granted: number;
  aheadUs: number;
  used: number;
  resetsAt: number;
  fullBeforeUs: number;
}

/**
 * Time per token, in microseconds; rounded up, so that a bucket never exceeds its rate. Undefined for a daily bucket.
 */
export const intervalUsOf = (ask: RateAsk): number | undefined =>
  'perDay' in ask ? undefined : Math.ceil(60_000_000 / ask.perMinute);

export const capacityOf = (ask: RateAsk): number => ('perDay' in ask ? ask.perDay : ask.burst);

export function takenOf(ask: RateAsk, { granted, aheadUs, used, ...when }: BucketState): TakenTokens {
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

/** Merges asks of one bucket into one, with the limits of the last ask. */
export const mergeAsks = (asks: RateAsk[]): RateAsk[] =>
  [...Map.groupBy(asks, ({ bucket }) => bucket).values()].map((same) => ({
    ...same.at(-1)!,
    count: same.reduce((sum, { count }) => sum + count, 0),
  }));

/** Shares the granted tokens of each bucket out among its asks, in their order. */
export function shareTokens(asks: RateAsk[], taken: Map<string, TakenTokens>): TakenTokens[] {
  const left = new Map([...taken].map(([bucket, { granted }]) => [bucket, granted]));
  return asks.map(({ bucket, count }) => {
    const granted = Math.min(count, left.get(bucket)!);
    left.set(bucket, left.get(bucket)! - granted);
    return { ...taken.get(bucket)!, granted };
  });
}
