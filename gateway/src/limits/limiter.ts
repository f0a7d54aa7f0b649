import type { Response } from 'express';
import type { Operation } from '@assay/contract/operation';
import { codes } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import type { Handler, Locals } from '../http/handler.ts';
import type { Limit } from './rate-limit.ts';
import { isCounted } from './is-counted.ts';
import { Limits } from './limits.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { refusalOf } from './refusal.ts';
import { wantedBy, type Share } from './wanted.ts';

interface LimiterOptions {
  /** Where the buckets are. */
  catalog: Channel;
  /** What one key may ask for, unless its organization has other limits; undefined switches every limit off. */
  standard: Limit | undefined;
  log: Logger;
  /** How long a request waits to be counted, in milliseconds; as `Limits` has it when absent. */
  countMs?: number | undefined;
}

/** Makes, for an operation, the handler that counts a request once under everything that limits it; RATE_LIMITED where there is nothing left. */
export function limiter({ catalog, standard, log, countMs }: LimiterOptions): (operation: Operation) => Handler {
  if (!standard) return () => pass;
  const limits = new Limits(catalog, log, countMs);
  return (operation) =>
    !isCounted(operation)
      ? pass
      : async (req, res, next) => {
          const wanted = wantedBy(operation, req, res.locals, standard);
          const shares = await limits.take(wanted);
          for (const [name, value] of rateLimitHeaders(shares)) res.setHeader(name, value);
          const refusal = refusalOf(shares);
          if (refusal) {
            limits.giveBack(shares.filter((share) => isBrakes(share) || isAddress(share)));
            throw refusal;
          }
          const giveBack = () => limits.giveBack(shares.filter(isBrakes));
          // Gone while it was counted: it will close no more.
          if (res.closed) return giveBack();
          if (wanted.braked)
            res.once('close', () => {
              if (cameToNothing(res)) giveBack();
            });
          next();
        };
}

const pass: Handler = (_req, _res, next) => next();

/** A request pays for itself even when it is refused; what others count on, too, it pays for only when it goes on. */
const isBrakes = ({ of }: Share) => 'brake' in of;
const isAddress = ({ of }: Share) => 'policy' in of && of.policy === 'address';

/** What a service that failed, or took too long, may have done all the same. */
const UNCERTAIN = new Set<number>([codes.INTERNAL_ERROR.http, codes.TIMEOUT.http]);

/** Whether a request made nothing new for sure: no service was asked, or it refused, or it repeated an answer. */
const cameToNothing = ({ headersSent, statusCode, locals }: Response<unknown, Locals>) =>
  !locals.sent || (headersSent && (locals.replayed === true || (statusCode >= 400 && !UNCERTAIN.has(statusCode))));
