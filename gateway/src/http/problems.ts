import { given } from '@assay/contract/given';
import type { ErrorRequestHandler } from 'express';
import { countRefusal } from '../telemetry/count-refusal.ts';
import { problemCodes, invalid, Problem } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';

/** Writes every error body. An error that is not a Problem is a bug: it is logged, and answered without its text. */
export const problems =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const problem = error instanceof Problem ? error : refusalOf(error);
    if (problem?.code === 'RATE_LIMITED') countRefusal(problem);
    if (!problem) log.error({ err: error, requestId: res.locals.requestId }, 'a request failed unexpectedly');
    // The reply has begun: Express cuts the connection, so that the client does not take half a body for a whole one.
    if (res.headersSent) return next(error);
    const { code, message, details, retryAfter } = problem ?? new Problem('INTERNAL_ERROR', 'Internal error.');
    // Behind an authenticated caller the refusal comes from elsewhere, such as an MCP server.
    if (code === 'UNAUTHORIZED' && !res.locals.caller)
      res.setHeader(
        'WWW-Authenticate',
        `${res.locals.challenge ?? 'Bearer realm="assay"'}${req.headers.authorization === undefined ? '' : ', error="invalid_token"'}`,
      );
    if (retryAfter !== undefined) res.setHeader('Retry-After', Math.ceil(retryAfter));
    res.status(problemCodes[code].http).json({ code, message, ...given({ details }) });
  };

/**
 * The refusals of Express and its body reader: a body that is too large or cut off, or a malformed encoding or escape.
 */
function refusalOf(error: unknown): Problem | undefined {
  const { type, limit, status = 500 } = error as { type?: string; limit?: number; status?: number };
  if (type === 'entity.too.large') return invalid(`The body is larger than ${limit} bytes.`, { maxBytes: limit });
  return status >= 400 && status < 500
    ? invalid('The request cannot be read: its path, its encoding or its length is malformed.')
    : undefined;
}
