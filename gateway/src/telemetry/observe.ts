import { context, propagation, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { newId } from '@assay/kit/id';
import type { Logger } from '@assay/kit/log';
import { inSpan } from '@assay/kit/telemetry/telemetry';
import { ownOriginOf } from '../mcp/own-request.ts';
import { activeRequests, requestDuration } from './metrics.ts';

const REQUEST_ID = /^[\w.:-]{1,128}$/;
/** The status that proxies log when the client left before the reply. */
const CLIENT_CLOSED = 499;

/** Stands before an id that a client chose: it is not unique, and must not pass for an id of this installation. */
const OF_CLIENT = 'client:';

/** The id of a request in logs and in the audit log, and the one in its answer: a client's own id as it was sent. */
function idsOf(req: IncomingMessage): { answered: string; requestId: string } {
  const given = req.headers['x-request-id'];
  const answered = typeof given === 'string' && REQUEST_ID.test(given) ? given : undefined;
  if (answered === undefined) {
    const made = newId('req');
    return { answered: made, requestId: made };
  }
  return { answered, requestId: ownOriginOf(req) ? answered : `${OF_CLIENT}${answered}` };
}

const isEventStream = (res: ServerResponse): boolean =>
  String(res.getHeader('Content-Type')).startsWith('text/event-stream');

/**
 * Gives the request an id and a span, measures it, and logs one line. Neither headers nor values of the path or query are logged.
 */
export function observeRequest(log: Logger): RequestHandler {
  // Its fields cannot hold a secret, and the search for one would take longer than the rest of the line.
  const requests = log.child({}, { redact: [] });
  return (req, res, next) => {
    const startedAt = performance.now();
    const { answered, requestId } = idsOf(req);
    res.locals.requestId = requestId;
    res.setHeader('X-Request-Id', answered);
    const { method } = req;
    activeRequests.add(1, {});
    void inSpan(
      method,
      SpanKind.SERVER,
      { 'http.request.method': method },
      propagation.extract(context.active(), req.headers),
      (span) =>
        new Promise<void>((done) => {
          res.once('close', () => {
            const route = (req.route as { path: string } | undefined)?.path;
            const status = res.writableFinished ? res.statusCode : CLIENT_CLOSED;
            if (route) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
            span.setAttribute('http.response.status_code', status);
            if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
            const ms = performance.now() - startedAt;
            activeRequests.add(-1, {});
            // A stream of events lasts for as long as a client watches, which says nothing about how fast it was answered.
            if (!isEventStream(res))
              requestDuration.record(ms / 1e3, {
                'http.request.method': method,
                ...(route && { 'http.route': route }),
                'http.response.status_code': status,
              });
            requests.info(
              {
                requestId,
                method,
                route,
                status,
                ms: Math.round(ms),
              },
              'request',
            );
            done();
          });
          next();
        }),
    );
  };
}
