import { LRUCache } from 'lru-cache';
import type { ServerTarget } from '../target.ts';

/**
 * How to open a session with a server that does not speak the newest revision. `legacy`: with `initialize` over
 * Streamable HTTP. `sse`: over the older HTTP+SSE transport.
 */
export type ServerDialect = 'legacy' | 'sse';

const FRESH_MS = 5 * 60_000;
const MAX_ENTRIES = 1_000;

/**
 * Caches the dialects of servers for a few minutes. A process that opens many sessions shares one cache, and saves each
 * session the probe for the newest revision (at an older server also the session that the probe would open).
 */
export class DialectCache {
  readonly #known = new LRUCache<string, { dialect: ServerDialect; until: number }>({ max: MAX_ENTRIES });
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  recall(target: ServerTarget): ServerDialect | undefined {
    const entry = this.#known.get(keyOf(target));
    return entry && entry.until > this.#now() ? entry.dialect : undefined;
  }

  learn(target: ServerTarget, dialect: ServerDialect | undefined): void {
    this.#known.set(keyOf(target), dialect && { dialect, until: this.#now() + FRESH_MS });
  }
}

const keyOf = ({ serverId, url, protocolVersion = '' }: ServerTarget) =>
  JSON.stringify([serverId, url, protocolVersion]);
