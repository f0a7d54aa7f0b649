import { LRUCache } from 'lru-cache';
import { Problem } from '@assay/contract/problem';
import type { Handler } from './handler.ts';
import { decide, type Limit } from './rate-limit.ts';

/** Takes one token from the bucket of the request's key. Each process keeps its own buckets. */
export function limit(allowance: Limit, now: () => number = () => performance.now()): Handler {
  const dues = new LRUCache<string, number>({ max: 10_000 });
  return (_req, res, next) => {
    const { keyHash } = res.locals.standing;
    const { allowed, retryAfter, due } = decide(allowance, dues.get(keyHash) ?? 0, now());
    if (!allowed) throw new Problem('RATE_LIMITED', 'Too many requests with this key.', undefined, retryAfter);
    dues.set(keyHash, due);
    next();
  };
}
