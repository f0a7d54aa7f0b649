import type { Dispatcher } from 'undici';
import { decodedBody, encodingsOf } from './decoded-body.ts';
import { ReceivedBody } from './received-body.ts';
import type { EgressAnswer } from '../request.ts';
import { byteMeter, isLimitedPerEvent, responseTooLargeError, type Meter, type SizeLimit } from './size-limit.ts';

/** Statuses whose answer has no body (Fetch standard, "null body status"). */
const WITHOUT_BODY = new Set([204, 205, 304]);
/** The largest status of RFC 9110; a `Response` cannot hold a larger one. */
const MAX_STATUS = 599;
const MAX_ENCODINGS = 5;

export interface SentRequest {
  url: URL;
  method: string;
  signal: AbortSignal | null | undefined;
  limit: SizeLimit;
}

/** The status is outside of the standard. */
export class ImpossibleStatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The HTTP status ${status} does not exist.`);
    this.status = status;
  }
}

/**
 * Reads the answer to one request as `fetch` does, without its objects and streams, which cost more than the rest of a
 * small request. The body is decoded, and fails when it becomes too large.
 */
export class AnswerReader implements Dispatcher.DispatchHandler {
  /** The answer when its head has arrived. Rejects as `fetch`, or with an ImpossibleStatusError. */
  readonly answer: Promise<EgressAnswer>;
  readonly #request: SentRequest;
  readonly #over: () => void;
  readonly #head = Promise.withResolvers<EgressAnswer>();
  #controller: Dispatcher.DispatchController | undefined;
  #body: ReceivedBody | undefined;
  #isTooLarge: Meter = () => false;

  /** `over` is called once, when the connection is free for another request or lost. */
  constructor(request: SentRequest, over: () => void) {
    this.#request = request;
    this.#over = over;
    this.answer = this.#head.promise;
    request.signal?.addEventListener('abort', this.#abort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    const { signal } = this.#request;
    if (signal?.aborted) controller.abort(signal.reason as Error);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    given: Record<string, string | string[] | undefined>,
  ): void {
    // Further heads follow an informational one.
    if (status < 200) return;
    if (status > MAX_STATUS) return controller.abort(new ImpossibleStatusError(status));
    const headers = joinedHeaders(given);
    const { url, method, limit, signal } = this.#request;
    const encoding = headers['content-encoding'];
    const encodings = encodingsOf(encoding, method);
    if (encodings.length > MAX_ENCODINGS) return controller.abort(new Error('The answer has too many encodings.'));
    const inEvents = isLimitedPerEvent(limit, status, headers['content-type']);
    // Compressed events are counted after decoding.
    if (!(inEvents && encoding !== undefined)) this.#isTooLarge = byteMeter(limit.maxBytes, inEvents);
    if (!WITHOUT_BODY.has(status) && method !== 'HEAD') this.#body = new ReceivedBody(controller);
    const body =
      this.#body && encodings.length > 0
        ? decodedBody(this.#body, encodings, byteMeter(limit.maxBytes, inEvents), signal)
        : this.#body;
    this.#head.resolve({ url: url.href, status, headers, body });
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (!this.#body) return;
    if (this.#isTooLarge(piece)) controller.abort(responseTooLargeError());
    else this.#body.push(piece);
  }

  onResponseEnd(): void {
    this.#end();
    this.#body?.finish();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#end();
    const { signal } = this.#request;
    const failure = (message: string): unknown =>
      signal?.aborted ? signal.reason : new TypeError(message, { cause: error });
    if (this.#body) this.#body.finish({ error: failure('terminated') });
    else this.#head.reject(failure('fetch failed'));
  }

  readonly #abort = (): void => {
    const { reason } = this.#request.signal!;
    // A request that still waits for its connection is not sent.
    this.#head.reject(reason);
    this.#controller?.abort(reason as Error);
  };

  #end(): void {
    this.#request.signal?.removeEventListener('abort', this.#abort);
    this.#over();
  }
}

function joinedHeaders(given: Record<string, string | string[] | undefined>): Record<string, string> {
  // A server chooses the names.
  const headers = Object.create(null) as Record<string, string>;
  for (const name in given) {
    const value = given[name];
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}
