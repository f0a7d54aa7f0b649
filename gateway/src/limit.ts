import { LRUCache } from 'lru-cache';
import { Problem } from '@assay/contract/problem';
import type { ApiRequest, Handler, Locals } from './handler.ts';
import { decide, type Limit } from './rate-limit.ts';

/** Whose requests are counted together, and what they are called. */
interface Counted { of: string; by(req: ApiRequest, locals: Locals): string }

const key: Counted = { of: 'with this key', by: (_req, { standing }) => standing.keyHash };
const address: Counted = { of: 'from this address', by: ({ ip }) => ip ?? '' };

/** Takes one token from the bucket of the request's key. */
export const limit = (allowance: Limit): Handler => counting(allowance, key);
/** Takes one token from the bucket of the address that a request without a key comes from. */
export const limitAddress = (allowance: Limit): Handler => counting(allowance, address);

function counting(allowance: Limit, { of, by }: Counted): Handler {
  const take = buckets(allowance, of);
  return (req, res, next) => {
    take(by(req, res.locals));
    next();
  };
}

/** Takes one token from somebody's bucket; throws RATE_LIMITED when it is empty. Each process keeps its own buckets. */
export function buckets(allowance: Limit, of: string): (whose: string) => void {
  const dues = new LRUCache<string, number>({ max: 10_000 });
  return (whose) => {
    const { allowed, retryAfter, due } = decide(allowance, dues.get(whose) ?? 0, performance.now());
    if (!allowed) throw new Problem('RATE_LIMITED', `Too many requests ${of}.`, undefined, retryAfter);
    dues.set(whose, due);
  };
}
