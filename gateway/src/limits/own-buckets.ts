import { Problem } from '@assay/contract/problem';
import { LRUCache } from 'lru-cache';
import { type Limit, decide } from './rate-limit.ts';

/** Buckets of one kind, one for each sender. */
export interface Buckets {
  /** Takes one; throws RATE_LIMITED when there is none. */
  take(whose: string): void;
  /** Takes nothing; throws RATE_LIMITED when there is none. */
  hold(whose: string): void;
}

/** Makes buckets that each process keeps for itself; `of` says in refusals what there were too many of. */
export function buckets(allowance: Limit, of: string): Buckets {
  const dues = new LRUCache<string, number>({ max: 10_000 });
  const stateOf = (whose: string, count: number) => decide(allowance, dues.get(whose) ?? 0, performance.now(), count);
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

/** Counts the credentials from one address that were refused. */
export const guesses = (): Buckets => buckets({ perMinute: 600, burst: 600 }, 'with bad credentials from this address');
