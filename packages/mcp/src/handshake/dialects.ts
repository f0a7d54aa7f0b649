import { LRUCache } from 'lru-cache';
import type { ServerTarget } from '../target.ts';

/**
 * How to open a session with a server. `modern`: in the newest revision. `legacy`: with `initialize` over Streamable
 * HTTP or with a command. `sse`: over the older HTTP+SSE transport.
 */
export type ServerDialect = 'modern' | 'legacy' | 'sse';

const FRESH_MS = 5 * 60_000;
const MAX_ENTRIES = 1_000;

/**
 * Caches the dialects of servers. A process that opens many sessions shares one cache, and saves each session the probe
 * for the newest revision (at an older server also the session that the probe would open). An older dialect is cached
 * for a few minutes, because its server may become newer. The newest one is kept until the server refuses it, so that
 * a server that starts slowly is never taken for an older one.
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
    this.#known.set(
      keyOf(target),
      dialect && { dialect, until: dialect === 'modern' ? Infinity : this.#now() + FRESH_MS },
    );
  }
}

const keyOf = ({ serverId, url, command, protocolVersion = '' }: ServerTarget) =>
  JSON.stringify([serverId, url, command?.command, command?.args, protocolVersion]);
