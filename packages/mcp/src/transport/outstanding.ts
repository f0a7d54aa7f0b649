import type { JSONRPCRequest } from '@modelcontextprotocol/client';
import type { WireExchange } from './exchange.ts';
import type { MessageMembers } from './message-members.ts';

/** At most this much of a strange id is kept, in characters. */
const MAX_ID = 100;

/** The pending requests of one connection, by the text of their JSON-RPC id. */
export class PendingRequests {
  readonly #exchanges = new Map<string, WireExchange>();

  /** Registers a request as sent for `exchange`; returns the id of its answer. */
  expect({ id: given, method }: Pick<JSONRPCRequest, 'id' | 'method'>, exchange: WireExchange): string {
    const id = String(given);
    if (exchange.method !== undefined && !exchange.answered) exchange.askedAt = performance.now();
    exchange.method = method;
    exchange.result = undefined;
    this.#exchanges.set(id, exchange);
    return id;
  }

  /** Whether the request with this id still waits for its answer. */
  has(id: string): boolean {
    return this.#exchanges.has(id);
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
      const exchange = this.#exchanges.get(id);
      if (!exchange) continue;
      exchange.result = found.get('result');
      this.#exchanges.delete(id);
      exchange.budget?.spend(bytes);
      if (exchange.budget?.overrun) exchange.onLost(exchange.budget.overrun);
      answered = exchange;
    }
    return answered;
  }

  /** Fails the requests that `messages` answer, because the answers cannot be used; false when they answer none. */
  refuse(messages: MessageMembers[], cause: unknown): boolean {
    const before = this.#exchanges.size;
    for (const found of messages) {
      const id = idOf(found);
      const exchange = id === undefined || found.has('method') ? undefined : this.#exchanges.get(id);
      if (!exchange) continue;
      exchange.answered = true;
      this.lose(cause, id);
    }
    return this.#exchanges.size < before;
  }

  /** Drops one pending answer, or all of them. */
  lose(cause: unknown, id?: string): void {
    for (const [key, exchange] of this.#exchanges) {
      if (id !== undefined && key !== id) continue;
      this.#exchanges.delete(key);
      exchange.onLost(cause);
    }
  }

  /** Counts a failed attempt to resume a broken stream; after the last one the answer is lost. */
  resumeFailed(exchange: WireExchange, cause: unknown, allowed: number): void {
    exchange.failedResumes += 1;
    if (exchange.failedResumes < allowed) return;
    for (const [key, waiting] of this.#exchanges) if (waiting === exchange) this.lose(cause, key);
  }

  /** The only answer for `id` has arrived and does not match the request; `answerId` is the text of its id. */
  mismatch(id: string, answerId?: string): void {
    const exchange = this.#exchanges.get(id);
    this.#exchanges.delete(id);
    exchange?.onMismatch(id, answerId);
  }

  /** The id of an answer in `messages`, as it was written, while the request `id` is still pending. */
  strangeIdIn(messages: MessageMembers[], id: string): string | undefined {
    if (!this.#exchanges.has(id)) return undefined;
    const answer = messages.find((found) => !found.has('method') && (found.has('result') || found.has('error')));
    return answer && (answer.get('id')?.slice(0, MAX_ID) ?? 'absent');
  }

  /** Drops the pending answers of a finished exchange. */
  forget(exchange: WireExchange): void {
    for (const [key, waiting] of this.#exchanges) if (waiting === exchange) this.#exchanges.delete(key);
  }
}

/** The id as the official client compares it: some servers answer `"id": 3` with `"id": "3"`. */
function idOf(message: MessageMembers): string | undefined {
  const id = message.get('id')?.replace(/^"(.*)"$/, '$1');
  return id === undefined || Number.isNaN(Number(id)) ? id : String(Number(id));
}
