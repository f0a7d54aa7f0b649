import { isObject } from '@assay/contract/json';
import { wireEntryOf } from '@assay/mcp/transport/wire-entry';
import type { WireMessage } from '@assay/mcp/transport/wire-message';
import { BoundedLog } from './bounded-log.ts';

/** Requests of a handshake, and of the lists in which a report looks a declaration up. */
const NOT_OF_CALL =
  /^(?:initialize|notifications\/initialized|server\/discover|ping|(?:tools|resources|resources\/templates)\/list)$/;

/** A cut answer is no whole JSON, and its id may stand at its end: a list is known by its beginning, in characters. */
const BEGINS_LIST = /"(?:tools|resources|resourceTemplates)"\s*:\s*\[/;
const HEAD = 200;

/** The messages of one request on the wire: itself, its answer, and what both sides send meanwhile. */
export class CallWire {
  readonly #messages: BoundedLog<ReturnType<typeof wireEntryOf>>;
  /** Apart, so that a flood of notifications leaves room for the answer. */
  readonly #answers: BoundedLog<ReturnType<typeof wireEntryOf>>;
  /** The ids of requests whose answers are left out. */
  readonly #left = new Set<unknown>();
  #hasBegun = false;

  /** `startedAt` is the zero of the entries' times, on the clock of `performance.now()`. */
  constructor(startedAt: number) {
    this.#messages = new BoundedLog(startedAt);
    this.#answers = new BoundedLog(startedAt);
  }

  readonly onWire = (message: WireMessage): void => {
    const entry = wireEntryOf(message);
    if (this.#isLeftOut(entry)) return;
    this.#hasBegun ||= entry.direction === 'sent';
    if (!this.#hasBegun) return;
    const isNews = entry.direction === 'sent' || (isObject(entry.message) && entry.message['method'] !== undefined);
    (isNews ? this.#messages : this.#answers).add(entry);
  };

  get entries() {
    return [...this.#messages.entries, ...this.#answers.entries].toSorted((a, b) => a.atMs - b.atMs);
  }

  get omitted(): number {
    return this.#messages.omitted + this.#answers.omitted;
  }

  #isLeftOut({ direction, message, text = '' }: ReturnType<typeof wireEntryOf>): boolean {
    if (!isObject(message))
      return direction === 'received' && this.#left.size > 0 && BEGINS_LIST.test(text.slice(0, HEAD));
    const { method, id } = message;
    if (direction === 'received') return method === undefined && this.#left.has(id);
    if (typeof method !== 'string' || !NOT_OF_CALL.test(method)) return false;
    if (id !== undefined) this.#left.add(id);
    return true;
  }
}
