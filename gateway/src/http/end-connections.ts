import type { RequestHandler, Response } from 'express';

/**
 * Answers `Connection: close` once the process drains, also to requests that came before: clients reuse no connection
 * that is about to be closed.
 */
export function endConnections(draining: AbortSignal): RequestHandler {
  const unanswered = new Set<Response>();
  const end = (res: Response) => {
    if (!res.headersSent) res.set('Connection', 'close');
  };
  draining.addEventListener('abort', () => unanswered.forEach(end), { once: true });
  return (_req, res, next) => {
    if (draining.aborted) end(res);
    else {
      unanswered.add(res);
      res.once('close', () => unanswered.delete(res));
    }
    next();
  };
}
