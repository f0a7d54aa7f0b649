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
import { withLowerCaseNames, type EgressAnswer, type EgressRequest } from '@assay/egress/request';
import { isEventStream, isJson, isSuccess } from './answer.ts';
import { EventStreams, noteStrangeId, type Question } from './event-streams.ts';
import { currentExchange, type WireExchange } from './exchange.ts';
import { isCancellation, type ExchangeWire } from './exchange-wire.ts';
import { jsonRpcMessage } from './json-message.ts';
import { inOrder } from './paced.ts';
import { drain } from './read-body.ts';
import { refusedError } from './refused-error.ts';
import { addedHeaders, repeatedHeaders, statedVersion } from './request-headers.ts';
import { ServerMessages } from './server-messages.ts';
import type { WireLog } from './wire-message.ts';
import { redirectWithinOrigin } from './within-origin.ts';

/** How long to wait for the server to end a session, in milliseconds. */
const FAREWELL_MS = 1_000;
const MAX_REDIRECTS = 5;
/** The status of an accepted notification or answer. */
const ACCEPTED = 202;
/** The first revision whose requests state their revision, and whose refusals are JSON-RPC errors with the status 400. */
const STATING = '2026-07-28';
/** An error of its own for each session would record a stack each time. */
const CLOSED = new Error('The session is closed.');

interface StreamableTarget {
  url: URL;
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  egress: Egress;
  log: WireLog;
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
        return this.#request('GET', lastEventId === undefined ? {} : { 'last-event-id': lastEventId }, { signal });
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
    const answer = await this.#post(body);
    exchange?.note(answer);
    const { text } = await this.#messages.takeBody(answer, exchange, 'text');
    if (!isSuccess(answer.status)) throw refusedError(answer, text);
    if (message.method === 'notifications/initialized' && answer.status === ACCEPTED) this.#streams.follow('open');
  }

  /** Ends the session on the server, if the server named it. Waits at most a second, also when the transport is closed. */
  async terminateSession(): Promise<void> {
    if (this.#sessionId === undefined) return;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(CLOSED), FAREWELL_MS);
    try {
      await drain(await this.#request('DELETE', {}, { signal: late.signal }));
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(request: JSONRPCRequest, body: string, { headers, requestSignal }: TransportSendOptions): Promise<void> {
    const exchange = currentExchange();
    const question = exchange && this.#begin(request, exchange);
    const isHandshake = request.method === 'initialize';
    if (isHandshake) this.#sessionId = undefined;
    const { signal: closing } = this.#closing;
    const signal = requestSignal ? AbortSignal.any([closing, requestSignal]) : closing;
    const answer = await this.#post(body, { ...addedHeaders(headers), ...repeatedHeaders(request) }, signal);
    exchange?.note(answer);
    if (!isSuccess(answer.status)) return this.#takeRefusal(answer, request, exchange);
    if (isHandshake) this.#sessionId = answer.headers['mcp-session-id'] || undefined;
    if (isEventStream(answer)) return this.#streams.readAnswer(answer, question, signal);
    if (isJson(answer)) return this.#takeJson(answer, question, exchange);
    await this.#messages.takeBody(answer, exchange, 'text');
    // The server takes the request for a notification. Its answer could still come on another stream.
    if (answer.status === ACCEPTED) return;
    const contentType = answer.headers['content-type'] ?? null;
    throw new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, `Unexpected content type: ${contentType}`, {
      contentType,
    });
  }

  #begin(request: JSONRPCRequest, exchange: WireExchange): Question {
    exchange.answer = undefined;
    this.#messages.begin();
    const id = this.#messages.pending.expect(request, exchange);
    return { id, exchange, mustMatch: request.method !== 'server/discover' };
  }

  async #takeRefusal(answer: EgressAnswer, request: JSONRPCRequest, exchange: WireExchange | undefined): Promise<void> {
    const { text } = await this.#messages.takeBody(answer, exchange, 'text');
    const isRpcError = answer.status === 400 && (statedVersion(request) ?? '') >= STATING;
    const message = isRpcError ? errorIn(text, request) : undefined;
    if (!message) throw refusedError(answer, text);
    this.onmessage?.(message);
  }

  async #takeJson(
    answer: EgressAnswer,
    question: Question | undefined,
    exchange: WireExchange | undefined,
  ): Promise<void> {
    const { text, messages } = await this.#messages.takeBody(answer, exchange, 'json');
    noteStrangeId(this.#messages, messages, question);
    const value = JSON.parse(text) as unknown;
    if (question?.mustMatch) this.#messages.pending.mismatch(question.id, question.strangeId);
    for (const message of (Array.isArray(value) ? value : [value]).map(jsonRpcMessage)) this.onmessage?.(message);
  }

  #post(body: string, headers: Record<string, string> = {}, signal = this.#closing.signal): Promise<EgressAnswer> {
    return this.#request('POST', headers, { body, signal });
  }

  /** Follows redirects within the origin alone; any other one is a refusal. */
  async #request(
    method: 'POST' | 'GET' | 'DELETE',
    more: Record<string, string>,
    { body, signal }: Pick<EgressRequest, 'body' | 'signal'>,
  ): Promise<EgressAnswer> {
    const headers = { ...this.#headers[method] };
    if (this.#sessionId !== undefined) headers['mcp-session-id'] = this.#sessionId;
    if (this.#protocolVersion !== undefined) headers['mcp-protocol-version'] = this.#protocolVersion;
    const request: EgressRequest = { method, headers: Object.assign(headers, more), body, signal, redirect: 'manual' };
    let { url } = this.#target;
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#target.egress.request(url, request);
      const next = redirectWithinOrigin(url, method, answer);
      if (!next || redirects === MAX_REDIRECTS) return answer;
      await drain(answer);
      url = next;
    }
  }
}

function headersFor(
  given: Readonly<Record<string, string>>,
): Record<'POST' | 'GET' | 'DELETE', Record<string, string>> {
  const { accept, ...common } = withLowerCaseNames(given);
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
