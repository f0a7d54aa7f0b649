import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { byteMeter, isLimitedPerEvent, responseTooLargeError, type Meter, type SizeLimit } from './size-limit.ts';

/** As much of a body waits for its reader as is worth a read, in bytes; then the server has to wait. */
const READ_AHEAD_BYTES = 64 * 1024;
/** Statuses whose answer has no body (Fetch standard, "null body status"). */
const WITHOUT_BODY = new Set([204, 205, 304]);
/** The largest status of RFC 9110; a `Response` cannot hold a larger one. */
const MAX_STATUS = 599;

const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };
/** Each passes on what it has decoded with every chunk: an event must not wait for the next one. */
const DECODERS: Record<string, () => Transform> = {
  gzip: () => createGunzip(ZLIB),
  'x-gzip': () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () => createBrotliDecompress(BROTLI),
};
/** The encodings that requests accept: not `deflate`, which servers send in two formats (RFC 9110 section 8.4.1.2). */
export const ACCEPTED_ENCODINGS = 'gzip, br';
const MAX_ENCODINGS = 5;

export interface ReadRequest {
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
 * Reads the answer to one request as `fetch` does, without its bookkeeping, which costs more than the rest of a small
 * request. The body is decoded, and fails when it becomes too large.
 */
export class ResponseReader implements Dispatcher.DispatchHandler {
  /** The answer when its head has arrived. Rejects as `fetch`, or with an ImpossibleStatusError. */
  readonly response: Promise<Response>;
  readonly #request: ReadRequest;
  readonly #head = Promise.withResolvers<Response>();
  #controller: Dispatcher.DispatchController | undefined;
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isTooLarge: Meter = () => false;
  #isOver = false;

  constructor(request: ReadRequest) {
    this.#request = request;
    this.response = this.#head.promise;
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
    const headers = headersOf(given);
    const { url, method, limit } = this.#request;
    const encodings = encodingsOf(headers, method);
    if (encodings.length > MAX_ENCODINGS) return controller.abort(new Error('The answer has too many encodings.'));
    const inEvents = isLimitedPerEvent(limit, status, headers.get('content-type'));
    // Compressed events are counted after decoding.
    if (!(inEvents && headers.has('content-encoding'))) this.#isTooLarge = byteMeter(limit.maxBytes, inEvents);
    const body = WITHOUT_BODY.has(status) || method === 'HEAD' ? null : this.#open(controller);
    const decoded =
      body && encodings.length > 0
        ? decode(body, encodings, byteMeter(limit.maxBytes, inEvents), this.#request.signal)
        : body;
    // Without the reason phrase, in which a server may write what no Response takes.
    const response = new Response(decoded, { status, headers });
    this.#head.resolve(Object.defineProperty(response, 'url', { value: url.href }));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#body || this.#isOver) return;
    this.#isOver = this.#isTooLarge(chunk);
    if (this.#isOver) return controller.abort(responseTooLargeError());
    this.#body.enqueue(chunk);
    if (this.#body.desiredSize! <= 0) controller.pause();
  }

  onResponseEnd(): void {
    this.#end();
    this.#body?.close();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#end();
    const { signal } = this.#request;
    const failure = (message: string): unknown => (signal?.aborted ? signal.reason : withCause(message, error));
    this.#head.reject(failure('fetch failed'));
    this.#body?.error(failure('terminated'));
  }

  #open(controller: Dispatcher.DispatchController): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (body) => void (this.#body = body),
        pull: () => controller.resume(),
        cancel: (reason) => {
          this.#body = undefined;
          controller.abort(reason instanceof Error ? reason : new Error('The body was cancelled.'));
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD_BYTES }),
    );
  }

  readonly #abort = (): void => {
    const { reason } = this.#request.signal!;
    // A request that still waits for its connection is not sent.
    this.#head.reject(reason);
    this.#controller?.abort(reason as Error);
  };

  #end(): void {
    this.#request.signal?.removeEventListener('abort', this.#abort);
  }
}

const withCause = (message: string, cause: unknown) => new TypeError(message, { cause });

function headersOf(given: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(given))
    for (const value of [values].flat()) if (value !== undefined) headers.append(name, value);
  return headers;
}

/** The encodings of a body, the outermost last; none when one of them is unknown, as then nothing is decoded. */
function encodingsOf(headers: Headers, method: string): string[] {
  const named = headers.get('content-encoding');
  if (!named || method === 'HEAD') return [];
  const encodings = named.split(',').map((each) => each.trim().toLowerCase());
  return encodings.every((each) => Object.hasOwn(DECODERS, each)) ? encodings : [];
}

/** The decoded body, which fails once it has unfolded to too much: a few kilobytes of gzip can hold gigabytes. */
function decode(
  body: ReadableStream<Uint8Array>,
  encodings: string[],
  isTooLarge: Meter,
  signal: ReadRequest['signal'],
): ReadableStream<Uint8Array> {
  const steps = encodings.toReversed().map((each) => DECODERS[each]!());
  const decoded = pipeline([Readable.fromWeb(body), ...steps], () => {}) as unknown as Transform;
  const chunks = decoded[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      const { done, value } = await chunks.next();
      return done ? undefined : value;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // A body that was lost has told why.
      throw error instanceof TypeError ? error : withCause('terminated', error);
    }
  };
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = await next();
      if (!chunk) return controller.close();
      if (!isTooLarge(chunk)) return controller.enqueue(chunk);
      decoded.destroy();
      throw withCause('terminated', responseTooLargeError());
    },
    // Not by the iterator, which would wait for the next chunk.
    cancel: () => void decoded.destroy(),
  });
}
