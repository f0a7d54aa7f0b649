import type { Exchange } from './exchange.ts';
import { elementTexts, memberTexts } from './json-text.ts';

/** The requests of one connection that wait for an answer, by the text of their JSON-RPC id. */
export class PendingRequests {
  readonly #exchanges = new Map<string, Exchange>();

  /** Notes that `message` went out for `exchange`; the id under which its answer will come, if it wants one. */
  expect(message: string, exchange: Exchange): string | undefined {
    const found = memberTexts(message);
    const [id, method] = [idOf(found), found.get('method')];
    if (id === undefined || method === undefined) return undefined;
    exchange.method = JSON.parse(method) as string;
    exchange.result = undefined;
    this.#exchanges.set(id, exchange);
    return id;
  }

  /** Keeps the results in `text`, a JSON-RPC message or a batch of them, for the exchanges they answer; the last of these. */
  settle(text: string): Exchange | undefined {
    let answered: Exchange | undefined;
    if (this.#exchanges.size === 0) return answered;
    for (const found of elementTexts(text).map(memberTexts)) {
      const id = idOf(found);
      // A server numbers its own requests as it likes, so an id alone does not make an answer.
      if (id === undefined || found.has('method')) continue;
      const exchange = this.#exchanges.get(id);
      if (!exchange) continue;
      exchange.result = found.get('result');
      this.#exchanges.delete(id);
      exchange.budget?.spend(Buffer.byteLength(text));
      if (exchange.budget?.overrun) exchange.onLost(exchange.budget.overrun);
      answered = exchange;
    }
    return answered;
  }

  /** Gives up on one answer, or on all. */
  lose(cause: unknown, id?: string): void {
    for (const [key, exchange] of this.#exchanges) {
      if (id !== undefined && key !== id) continue;
      this.#exchanges.delete(key);
      exchange.onLost(cause);
    }
  }

  /** Counts a failed attempt to pick up a broken stream; with the last one the answer is lost. */
  resumeFailed(exchange: Exchange, cause: unknown, allowed: number): void {
    exchange.failedResumes += 1;
    if (exchange.failedResumes < allowed) return;
    for (const [key, waiting] of this.#exchanges) if (waiting === exchange) this.lose(cause, key);
  }

  /** The one answer that was to come for `id` has come, and is none to it. */
  mismatch(id: string): void {
    const exchange = this.#exchanges.get(id);
    this.#exchanges.delete(id);
    exchange?.onMismatch();
  }

  forget(exchange: Exchange): void {
    for (const [key, waiting] of this.#exchanges) if (waiting === exchange) this.#exchanges.delete(key);
  }
}

/** The id as the official client compares it: some servers answer `"id": 3` with `"id": "3"`. */
function idOf(message: Map<string, string>): string | undefined {
  const id = message.get('id')?.replace(/^"(.*)"$/, '$1');
  return id === undefined || Number.isNaN(Number(id)) ? id : String(Number(id));
}
