import type { Response } from 'express';
import type { Operation } from '@assay/contract/operation';
import { problemCodes } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import type { ApiHandler, RequestLocals } from '../http/handler.ts';
import type { RateLimit } from './rate-limit.ts';
import { isCounted } from './is-counted.ts';
import { SharedLimits } from './shared-limits.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { refusalOf } from './refusal.ts';
import {
  bucketsOfRequest,
  type BucketShare,
  type CountedOperation,
  type RequestBucket,
  type SharedLimitFactors,
} from './request-buckets.ts';

interface LimiterOptions {
  /** The service that holds the buckets. */
  catalog: Channel;
  /** The limit of one key, unless its organization has another one; undefined switches every limit off. */
  standard: RateLimit | undefined;
  factors: SharedLimitFactors;
  log: Logger;
  /** The time limit for counting a request, in milliseconds; by default that of `SharedLimits`. */
  countMs?: number | undefined;
}

/**
 * Makes the handler of an operation that counts each request once in all of its buckets; RATE_LIMITED when one is
 * empty.
 */
export function requestLimiter({
  catalog,
  standard,
  factors,
  log,
  countMs,
}: LimiterOptions): (operation: CountedOperation & Pick<Operation, 'path' | 'input'>) => ApiHandler {
  if (!standard) return () => pass;
  const limits = new SharedLimits(catalog, log, countMs);
  return (operation) =>
    !isCounted(operation)
      ? pass
      : async (req, res, next) => {
          const wanted = bucketsOfRequest(operation, req, res.locals, standard, factors);
          if (wanted.buckets.length === 0 && !wanted.braked) return next();
          const shares = await limits.take(wanted);
          for (const [name, value] of rateLimitHeaders(shares)) res.setHeader(name, value);
          const refusal = refusalOf(shares);
          if (refusal) {
            limits.giveBack(shares.filter((share) => isBrakes(share) || isShared(share)));
            throw refusal;
          }
          const giveBack = () => limits.giveBack(shares.filter(isBrakes));
          // The connection closed while the request was counted: there will be no close event.
          if (res.closed) return giveBack();
          if (wanted.braked)
            res.once('close', () => {
              if (cameToNothing(res)) giveBack();
            });
          next();
        };
}

const pass: ApiHandler = (_req, _res, next) => next();

/**
 * A refused request keeps its token of its own key or session used. Tokens of buckets that others share, of a brake,
 * an address, a person or an organization, are given back.
 */
const isBrakes = ({ of }: BucketShare) => 'brake' in of;
const SHARED = new Set<string>(['address', 'person', 'organization'] satisfies RequestBucket['policy'][]);
const isShared = ({ of }: BucketShare) => 'policy' in of && SHARED.has(of.policy);

/** Statuses after which a service may still have done the request. */
const UNCERTAIN = new Set<number>(
  [problemCodes.INTERNAL_ERROR, problemCodes.UNAVAILABLE, problemCodes.TIMEOUT].map(({ http }) => http),
);

/** Whether a request surely created nothing: no service was called, a service refused it, or the reply was a replay. */
const cameToNothing = ({ headersSent, statusCode, locals }: Response<unknown, RequestLocals>) =>
  !locals.sent || (headersSent && (locals.replayed === true || (statusCode >= 400 && !UNCERTAIN.has(statusCode))));
