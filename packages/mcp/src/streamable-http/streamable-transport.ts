import {
  isJSONRPCErrorResponse,
  SdkError,
  SdkErrorCode,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';
import type { EgressAnswer, EgressRequest } from '@assay/egress/request';
import { isEventStream, isJson, isSuccess } from '../transport/answer.ts';
import { EventStreams } from './event-streams.ts';
import { currentExchange, type WireExchange } from '../transport/exchange.ts';
import { isCancellation, type ExchangeWire } from '../transport/exchange-wire.ts';
import { jsonRpcMessage } from './json-message.ts';
import type { PendingRequest } from '../transport/outstanding.ts';
import { inOrder } from '../transport/paced.ts';
import { drain } from '../transport/read-body.ts';
import { refusedError } from './refused-error.ts';
import { addedHeaders, repeatedHeaders, statedVersion } from './request-headers.ts';
import { ServerMessages } from '../transport/server-messages.ts';
import type { WireLog } from '../transport/wire-message.ts';
import { redirectWithinOrigin } from './within-origin.ts';

/** How long to wait for the server to end a session, in milliseconds. */
const FAREWELL_MS = 1_000;
const MAX_REDIRECTS = 5;
/** The status of an accepted notification or answer. */
const ACCEPTED = 202;
/** The first revision that refuses requests with the status 400 and a JSON-RPC error. */
const FIRST_WITH_RPC_REFUSALS = '2026-07-28';
/** An error of its own for each session would record a stack each time. */
const CLOSED = new Error('The session is closed.');

interface StreamableTarget {
  url: URL;
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  egress: Egress;
  log: WireLog;
}

/** One HTTP request of the session. */
interface RequestParts extends Pick<EgressRequest, 'body' | 'signal'> {
  /** The exchange that the message belongs to; it is told of each answer. */
  exchange?: WireExchange | undefined;
  /** Headers of this message. */
  more?: Record<string, string> | undefined;
  isHandshake?: boolean | undefined;
}

/**
 * Streamable HTTP for the official client (2025-11-25 and 2026-07-28, Transports). It sees every message as it was
 * written, and knows of each HTTP answer, broken stream and resumption to which request it belongs.
 */
export class StreamableTransport implements Transport, ExchangeWire {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** The client cancels a request of revision 2026-07-28 by closing its stream. */
  readonly hasPerRequestStream = true;
  readonly #target: StreamableTarget;
  readonly #messages: ServerMessages;
  readonly #streams: EventStreams;
  readonly #headers: Record<'POST' | 'GET' | 'DELETE', Record<string, string>>;
  readonly #closing = new AbortController();
  readonly #answering = inOrder();
  #sessionId: string | undefined;
  #protocolVersion: string | undefined;

  constructor(target: StreamableTarget) {
    this.#target = target;
    this.#messages = new ServerMessages(target.log);
    this.#streams = new EventStreams({
      messages: this.#messages,
      get: async (lastEventId, signal) => {
        this.#messages.throwIfOver();
        return this.#request('GET', {
          signal,
          more: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
        });
      },
      receiver: this,
      closing: this.#closing.signal,
    });
    this.#headers = headersFor(target.headers);
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#protocolVersion = version;
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.#closing.abort(CLOSED);
    this.onclose?.();
  }

  listen(): void {
    this.#streams.follow('needed');
  }

  forget(exchange: WireExchange): void {
    this.#messages.pending.forget(exchange);
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    this.#messages.throwIfOver();
    const body = JSON.stringify(message);
    this.#target.log('sent', body);
    if (!('method' in message))
      // Few are on their way at a time, so a flood of requests opens no sockets.
      return this.#answering(async () => drain(await this.#post(body)));
    if ('id' in message) return this.#ask(message, body, options);
    const exchange = isCancellation(message) ? undefined : currentExchange();
    if (exchange) exchange.notification = message.method;
    const answer = await this.#post(body, { exchange, more: repeatedHeaders(message) });
    const text = await this.#messages.takeRemark(answer, exchange);
    if (!isSuccess(answer.status)) throw refusedError(answer, text);
    if (message.method === 'notifications/initialized' && answer.status === ACCEPTED) this.#streams.follow('open');
  }

  /** Ends the session on the server, if the server named it. Waits at most a second, also when the transport is closed. */
  async terminateSession(): Promise<void> {
    if (this.#sessionId === undefined) return;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(CLOSED), FAREWELL_MS);
    try {
      await drain(await this.#request('DELETE', { signal: late.signal }));
      this.#sessionId = undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(request: JSONRPCRequest, body: string, { headers, requestSignal }: TransportSendOptions): Promise<void> {
    const exchange = currentExchange();
    const asked = exchange && this.#messages.expect(request, exchange);
    const { signal: closing } = this.#closing;
    const signal = requestSignal ? AbortSignal.any([closing, requestSignal]) : closing;
    const isHandshake = request.method === 'initialize';
    if (isHandshake) this.#sessionId = undefined;
    const more = { ...addedHeaders(headers), ...repeatedHeaders(request) };
    const answer = await this.#post(body, { exchange, signal, more, isHandshake });
    const { status } = answer;
    if (!isSuccess(status)) return this.#takeRefusal(answer, request, exchange);
    if (isHandshake) this.#sessionId = answer.headers['mcp-session-id'] || undefined;
    if (status !== ACCEPTED && isEventStream(answer)) return this.#streams.readAnswer(answer, asked, signal);
    if (status !== ACCEPTED && isJson(answer)) return this.#takeJson(answer, asked);
    await this.#messages.takeRemark(answer, exchange);
    // The server takes the request for a notification. Its answer could still come on another stream.
    if (status === ACCEPTED) return;
    const contentType = answer.headers['content-type'] ?? null;
    throw new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, `Unexpected content type: ${contentType}`, {
      contentType,
    });
  }

  async #takeRefusal(answer: EgressAnswer, request: JSONRPCRequest, exchange: WireExchange | undefined): Promise<void> {
    const text = await this.#messages.takeRemark(answer, exchange);
    const isRpcError = answer.status === 400 && (statedVersion(request) ?? '') >= FIRST_WITH_RPC_REFUSALS;
    const message = isRpcError ? errorIn(text, request) : undefined;
    if (!message) throw refusedError(answer, text);
    this.onmessage?.(message);
  }

  async #takeJson(answer: EgressAnswer, asked: PendingRequest | undefined): Promise<void> {
    const value = JSON.parse(await this.#messages.takeJson(answer, asked?.exchange, asked)) as unknown;
    if (asked && !asked.isProbe) this.#messages.pending.mismatch(asked);
    for (const message of (Array.isArray(value) ? value : [value]).map(jsonRpcMessage)) this.onmessage?.(message);
  }

  async #post(body: string, parts: Omit<RequestParts, 'body'> = {}): Promise<EgressAnswer> {
    if (parts.exchange) parts.exchange.answer = undefined;
    return this.#request('POST', { signal: this.#closing.signal, ...parts, body });
  }

  /** Follows redirects within the origin alone; any other one is a refusal. */
  async #request(
    method: 'POST' | 'GET' | 'DELETE',
    { body, signal, exchange, more, isHandshake }: RequestParts,
  ): Promise<EgressAnswer> {
    const headers = { ...this.#headers[method] };
    // The handshake opens a session.
    if (isHandshake) delete headers['mcp-session-id'];
    if (this.#sessionId !== undefined) headers['mcp-session-id'] = this.#sessionId;
    if (this.#protocolVersion !== undefined) headers['mcp-protocol-version'] = this.#protocolVersion;
    const request: EgressRequest = { method, headers: Object.assign(headers, more), body, signal, redirect: 'manual' };
    let { url } = this.#target;
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#target.egress.request(url, request);
      exchange?.note(answer);
      const next = redirectWithinOrigin(url, method, answer);
      if (!next || redirects === MAX_REDIRECTS) return answer;
      answer.body?.cancel();
      url = next;
    }
  }
}

function headersFor(
  given: Readonly<Record<string, string>>,
): Record<'POST' | 'GET' | 'DELETE', Record<string, string>> {
  const { accept, ...common } = Object.fromEntries(new Headers(given));
  const accepting = (...types: string[]) => [...(accept === undefined ? [] : [accept]), ...types].join(', ');
  return {
    POST: {
      ...common,
      accept: accepting('application/json', 'text/event-stream'),
      'content-type': 'application/json',
    },
    GET: { ...common, accept: accepting('text/event-stream') },
    DELETE: { ...common, ...(accept !== undefined && { accept }) },
  };
}

/** The JSON-RPC error with which a body answers a request; undefined when it holds something else. */
function errorIn(text: string, { id }: JSONRPCRequest): JSONRPCMessage | undefined {
  try {
    const message = jsonRpcMessage(JSON.parse(text));
    return isJSONRPCErrorResponse(message) && message.id === id ? message : undefined;
  } catch {
    return undefined;
  }
}
