import { Problem } from '@assay/contract/problem';
import { LRUCache } from 'lru-cache';
import { type RateLimit, decideBucket } from './rate-limit.ts';

/** Buckets of one kind, one for each sender. */
export interface LocalBuckets {
  /** Takes a token; throws RATE_LIMITED when there is none. */
  take(whose: string): void;
  /** Takes nothing; throws RATE_LIMITED when there is no token. */
  hold(whose: string): void;
}

/** Makes buckets in this process; `of` names the counted requests in refusals. */
export function localBuckets(allowance: RateLimit, of: string): LocalBuckets {
  const dues = new LRUCache<string, number>({ max: 10_000 });
  const stateOf = (whose: string, count: number) =>
    decideBucket(allowance, dues.get(whose) ?? 0, performance.now(), count);
  const refusal = (retryAfterMs: number) =>
    new Problem('RATE_LIMITED', `Too many requests ${of}.`, undefined, retryAfterMs / 1_000);
  return {
    take: (whose) => {
      const { granted, retryAfterMs, due } = stateOf(whose, 1);
      if (granted === 0) throw refusal(retryAfterMs);
      dues.set(whose, due);
    },
    hold: (whose) => {
      const { remaining, retryAfterMs } = stateOf(whose, 0);
      if (remaining === 0) throw refusal(retryAfterMs);
    },
  };
}

/** Counts refused credentials of each network. */
export const guessBuckets = (): LocalBuckets =>
  localBuckets({ perMinute: 600, burst: 600 }, 'with bad credentials from this address');
