import type { BucketAsk, BucketTaken } from '@assay/contract/gen/assay/v1/limits';
import { Problem } from '@assay/contract/problem';
import { LRUCache } from 'lru-cache';
import { decide, type Limit } from '../rate-limit.ts';

/** Counts for this process alone, as the catalog does for all. */
export function ownBuckets(): (ask: BucketAsk) => BucketTaken {
  const dues = new LRUCache<string, number>({ max: 10_000 });
  return ({ bucket, count, ...limit }) => {
    const { due, ...taken } = decide(limit, dues.get(bucket) ?? 0, performance.now(), count);
    if (count > 0) dues.set(bucket, due);
    return { ...taken, resetsAtMs: 0, capacity: limit.burst, fullBeforeUs: 0 };
  };
}

/** Buckets of one kind, one for each sender. */
export interface Buckets {
  /** Takes one; throws RATE_LIMITED when there is none. */
  take(whose: string): void;
  /** Takes nothing; throws RATE_LIMITED when there is none. */
  hold(whose: string): void;
}

/** Makes buckets that each process keeps for itself; `of` says in refusals what there were too many of. */
export function buckets(allowance: Limit, of: string): Buckets {
  const ask = ownBuckets();
  const refusal = (retryAfterMs: number) => new Problem('RATE_LIMITED', `Too many requests ${of}.`, undefined, retryAfterMs / 1_000);
  return {
    take: (whose) => {
      const { granted, retryAfterMs } = ask({ bucket: whose, count: 1, ...allowance });
      if (granted === 0) throw refusal(retryAfterMs);
    },
    hold: (whose) => {
      const { remaining, retryAfterMs } = ask({ bucket: whose, count: 0, ...allowance });
      if (remaining === 0) throw refusal(retryAfterMs);
    },
  };
}
