import { given } from '@assay/contract/given';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { isGuarded } from '@assay/contract/access';
import type { Operation } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import { activity } from '@assay/kit/concurrency/activity';
import type { Channel } from '@assay/kit/rpc/client';
import { ownerOfBytes } from '../limits/admit-bytes.ts';
import type { BytesInFlight } from '../limits/bytes-in-flight.ts';
import type { ApiHandler } from './handler.ts';
import { requestOf, type RequestOptions } from './rpc-request.ts';
import { waitingCall, type WaitContext } from './waiting-call.ts';

/** A caller who takes no byte of an answer for this long loses it, in milliseconds. */
const STALLED_MS = 60_000;

interface AnswerOptions extends RequestOptions {
  /** Called after a caller may have changed who has access to what: people, keys, projects or their own account. */
  changed(): void;
  bytes: BytesInFlight;
  waiting: WaitContext;
}

/** The path from REST to gRPC: one call, whose reply becomes the body unchanged. */
export function answerOperation(
  operation: Operation,
  channel: Channel,
  { changed, bytes, waiting, ...requests }: AnswerOptions,
): ApiHandler {
  const { status, otherwise: other, timeoutMs, method, hasEffect } = operation;
  const rpc = rpcOf(operation);
  const toRequest = requestOf(operation, requests);
  const options = { ...given({ timeoutMs }), ...(hasEffect && { hasEffect }) };
  return async (req, res) => {
    const gone = new AbortController();
    res.once('close', () => {
      if (!res.writableFinished) gone.abort(new Problem('TIMEOUT', 'The caller stopped waiting.'));
    });
    const request: { preferredWait?: string } = toRequest(req, res.locals);
    if (res.closed) return;
    activity.note();
    res.locals.sent = true;
    const call = (asked: object, signal: AbortSignal) =>
      channel.call(rpc, asked, { ...options, caller: res.locals.caller, signal });
    const {
      json: document,
      otherwise,
      contentType,
      headers,
      status: own,
      replayed,
    } = request.preferredWait
      ? await waitingCall(waiting, req, res, (endOfWait) =>
          endOfWait
            ? call(request, AbortSignal.any([gone.signal, endOfWait]))
            : call({ ...request, preferredWait: '' }, gone.signal),
        )
      : await call(request, gone.signal);
    const json = contentType ? document : (res.locals.respell?.(document) ?? document);
    if (method !== 'GET' && isGuarded(operation)) changed();
    if (replayed) {
      res.locals.replayed = true;
      res.setHeader('Idempotency-Replayed', 'true');
    }
    res.statusCode = own ?? (otherwise && other ? other.status : status);
    for (const [name, value] of Object.entries(headers))
      if (name === 'Vary') res.vary(value);
      else res.setHeader(name, name === 'Set-Cookie' ? value.split('\n') : value);
    res.setHeader('Content-Type', contentType || 'application/json');
    // It would be the length of the body that a 304 leaves out.
    if (res.statusCode !== 304) res.setHeader('Content-Length', json.length);
    const release = bytes.holdAnswer(ownerOfBytes(res.locals), json.length, rpc.path);
    if (release) res.once('close', release);
    res.end(json);
    // Most answers are with the kernel by now, and a time limit would cost each of them a timer and a listener.
    if (res.writableLength > 0) res.setTimeout(STALLED_MS, () => res.destroy());
  };
}
