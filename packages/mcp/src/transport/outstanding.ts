import type { JSONRPCRequest } from '@modelcontextprotocol/client';
import type { WireExchange } from './exchange.ts';
import type { MessageMembers } from './message-members.ts';

/** At most this much of a strange id is kept, in characters. */
const MAX_ID = 100;

/** A request of ours while its answer is awaited. */
export interface PendingRequest {
  /** The text of its JSON-RPC id. */
  readonly id: string;
  readonly exchange: WireExchange;
  /** Servers answer the probe for the newest revision in many ways; the client decides what follows. */
  readonly isProbe: boolean;
  /** The id of an answer to another request that came in its place, as it was written. */
  strangeId?: string | undefined;
}

/** The pending requests of one connection, by the text of their JSON-RPC id. */
export class PendingRequests {
  readonly #requests = new Map<string, PendingRequest>();

  /** Registers a request as sent for `exchange`. */
  expect({ id: given, method }: Pick<JSONRPCRequest, 'id' | 'method'>, exchange: WireExchange): PendingRequest {
    const request = { id: String(given), exchange, isProbe: method === 'server/discover' };
    if (exchange.method !== undefined && !exchange.answered) exchange.askedAt = performance.now();
    exchange.method = method;
    exchange.notification = undefined;
    exchange.result = undefined;
    this.#requests.set(request.id, request);
    return request;
  }

  /** Whether the request still waits for its answer. */
  has({ id }: PendingRequest): boolean {
    return this.#requests.has(id);
  }

  /**
   * Stores the results in `messages`, a text of that many bytes, at the exchanges that they answer; returns the last of
   * them.
   */
  settle(messages: MessageMembers[], bytes: number): WireExchange | undefined {
    let answered: WireExchange | undefined;
    for (const found of messages) {
      const id = idOf(found);
      // A server chooses the ids of its own requests, so an id alone does not make an answer.
      if (id === undefined || found.has('method')) continue;
      const exchange = this.#requests.get(id)?.exchange;
      if (!exchange) continue;
      exchange.result = found.get('result');
      this.#requests.delete(id);
      exchange.budget?.spend(bytes);
      if (exchange.budget?.overrun) exchange.onLost(exchange.budget.overrun);
      answered = exchange;
    }
    return answered;
  }

  /** Fails the requests that `messages` answer, because the answers cannot be used; false when they answer none. */
  refuse(messages: MessageMembers[], cause: unknown): boolean {
    const before = this.#requests.size;
    for (const found of messages) {
      const id = idOf(found);
      const exchange = id === undefined || found.has('method') ? undefined : this.#requests.get(id)?.exchange;
      if (!exchange) continue;
      exchange.answered = true;
      this.lose(cause, id);
    }
    return this.#requests.size < before;
  }

  /** Drops one pending answer, or all of them. */
  lose(cause: unknown, id?: string): void {
    for (const [key, { exchange }] of this.#requests) {
      if (id !== undefined && key !== id) continue;
      this.#requests.delete(key);
      exchange.onLost(cause);
    }
  }

  /** The stream that was to bring the answer is over: it is lost, or came under another id. */
  endUnanswered(request: PendingRequest, cause?: unknown): void {
    if (request.strangeId !== undefined && cause === undefined) this.mismatch(request);
    else this.lose(cause, request.id);
  }

  /** The only answer to a request has arrived. If it is to another one, the request fails. */
  mismatch(request: PendingRequest): void {
    const { id, exchange, strangeId } = request;
    if (this.#requests.delete(id)) exchange.onMismatch(id, strangeId);
  }

  /** Counts a failed attempt to resume a broken stream; after the last one the answer is lost. */
  resumeFailed(request: PendingRequest, cause: unknown, allowed: number): void {
    request.exchange.failedResumes += 1;
    if (request.exchange.failedResumes >= allowed) this.lose(cause, request.id);
  }

  /** Notes the id of an answer among `messages` that came in the place of the answer to `request`. */
  noteStrangeId(messages: MessageMembers[], request: PendingRequest): void {
    if (request.isProbe || !this.has(request)) return;
    const answer = messages.find((found) => !found.has('method') && (found.has('result') || found.has('error')));
    if (answer) request.strangeId = answer.get('id')?.slice(0, MAX_ID) ?? 'absent';
  }

  /** Drops the pending answers of a finished exchange. */
  forget(exchange: WireExchange): void {
    for (const [key, waiting] of this.#requests) if (waiting.exchange === exchange) this.#requests.delete(key);
  }
}

/** The id as the official client compares it: some servers answer `"id": 3` with `"id": "3"`. */
function idOf(message: MessageMembers): string | undefined {
  const id = message.get('id')?.replace(/^"(.*)"$/, '$1');
  return id === undefined || Number.isNaN(Number(id)) ? id : String(Number(id));
}
