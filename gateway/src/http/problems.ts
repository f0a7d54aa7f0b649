import type { ErrorRequestHandler } from 'express';
import { codes, invalid, Problem } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';

/** The only place that writes an error body. What is not a Problem is a bug: logged, and answered without its text. */
export const problems =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, _req, res, next) => {
    const problem = error instanceof Problem ? error : refusalOf(error);
    if (!problem) log.error({ err: error, requestId: res.locals.requestId }, 'a request failed unexpectedly');
    // Too late for an answer: Express cuts the connection, so that nobody takes half a body for a whole one.
    if (res.headersSent) return next(error);
    const { code, message, details, retryAfter } = problem ?? new Problem('INTERNAL_ERROR', 'Internal error.');
    // Behind a known caller it is somebody else's refusal, such as an MCP server's.
    if (code === 'UNAUTHORIZED' && !res.locals.caller) res.setHeader('WWW-Authenticate', 'Bearer realm="assay"');
    if (retryAfter !== undefined) res.setHeader('Retry-After', Math.ceil(retryAfter));
    res.status(codes[code].http).json({ code, message, ...(details && { details }) });
  };

/** What Express and its body reader refuse: a body that is too large or broken off, an encoding or an escape that is none. */
function refusalOf(error: unknown): Problem | undefined {
  const { type, limit, status = 500 } = error as { type?: string; limit?: number; status?: number };
  if (type === 'entity.too.large') return invalid(`The body is larger than ${limit} bytes.`, { maxBytes: limit });
  return status >= 400 && status < 500
    ? invalid('The request cannot be read: its path, its encoding or its length is malformed.')
    : undefined;
}
