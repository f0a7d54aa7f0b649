import { LRUCache } from 'lru-cache';
import type { ServerTarget } from '../target.ts';

/**
 * How a server that does not speak the newest revision wants to be addressed. `legacy`: with `initialize` over Streamable
 * HTTP. `sse`: over the older HTTP+SSE transport.
 */
export type Dialect = 'legacy' | 'sse';

const FRESH_MS = 5 * 60_000;
const MAX_ENTRIES = 1_000;

/**
 * Remembers for a few minutes how servers were found to speak. A process that opens many sessions keeps one, and saves
 * each session the request (and an older server the session it would open for it) that asks about the newest revision.
 */
export class Dialects {
  readonly #known = new LRUCache<string, { dialect: Dialect; until: number }>({ max: MAX_ENTRIES });
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  recall(target: ServerTarget): Dialect | undefined {
    const entry = this.#known.get(keyOf(target));
    return entry && entry.until > this.#now() ? entry.dialect : undefined;
  }

  learn(target: ServerTarget, dialect: Dialect | undefined): void {
    this.#known.set(keyOf(target), dialect && { dialect, until: this.#now() + FRESH_MS });
  }
}

const keyOf = ({ serverId, url, protocolVersion = '' }: ServerTarget) =>
  JSON.stringify([serverId, url, protocolVersion]);
