export interface RateLimit {
  /** Requests per minute in the long run. */
  perMinute: number;
  /** Requests that may come at once after a pause. */
  burst: number;
}

export interface BucketDecision {
  granted: number;
  remaining: number;
  /** Until the next token, in milliseconds; 0 when there is one. */
  retryAfterMs: number;
  /** The state to pass with the next request. */
  due: number;
}

/** A tolerance in tokens, because times are not exact multiples of an interval. */
const HAIR = 1e-6;

/**
 * A token bucket as one number (the generic cell rate algorithm): `due` is when the bucket is full again. Every granted
 * request moves it one interval on, to at most `burst` intervals after `now`.
 */
export function decideBucket({ perMinute, burst }: RateLimit, due: number, now: number, count = 1): BucketDecision {
  const interval = 60_000 / perMinute;
  const from = Math.max(due, now);
  const free = burst - (from - now) / interval;
  const granted = Math.min(count, Math.max(0, Math.floor(free + HAIR)));
  const left = free - granted;
  const remaining = Math.max(0, Math.floor(left + HAIR));
  return {
    granted,
    remaining,
    retryAfterMs: remaining > 0 ? 0 : Math.ceil((1 - left - HAIR) * interval),
    due: from + granted * interval,
  };
}
