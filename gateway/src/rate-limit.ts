export interface Limit {
  /** Requests per minute in the long run. */
  perMinute: number;
  /** Requests that may come at once after a pause. */
  burst: number;
}

export interface Decision {
  allowed: boolean;
  /** Seconds until the next request would be allowed, at least 1; 0 when this one is. */
  retryAfter: number;
  /** To be handed in with the next request. */
  due: number;
}

/**
 * A token bucket, kept as one number (the generic cell rate algorithm): `due` is when the bucket would be full again.
 * Every allowed request moves it one interval on, and it may be at most `burst` intervals ahead of `now`.
 */
export function decide({ perMinute, burst }: Limit, due: number, now: number): Decision {
  const interval = 60_000 / perMinute;
  const next = Math.max(due, now) + interval;
  const waitMs = next - now - burst * interval;
  return waitMs > 0 ? { allowed: false, retryAfter: Math.ceil(waitMs / 1_000), due } : { allowed: true, retryAfter: 0, due: next };
}
