import { LRUCache } from 'lru-cache';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { SingleFlight } from '@assay/kit/concurrency/single-flight';
import { hashOfSecret } from '@assay/kit/security/secret';
import type { TokenSource } from '@assay/mcp/target';
import { findToken, type AccessToken } from './find-token.ts';
import type { GrantDeps } from './grant-deps.ts';

interface Known {
  origin: string | undefined;
  found: AccessToken | undefined;
}

/**
 * How long this process caches a token, in milliseconds. It notices imports, renewals and revocations by other
 * processes at most this late.
 */
export const KNOWN_MS = 2_000;
const MAX_KNOWN = 1_000;

/** The access tokens of saved servers. Concurrent requests of this process for one server share a single flight. */
export class AccessTokens {
  readonly #deps: GrantDeps;
  readonly #known = new LRUCache<string, Known>({ max: MAX_KNOWN, ttl: KNOWN_MS, ttlResolution: 0, perf: Date });
  readonly #asking = new SingleFlight<AccessToken | undefined>();

  constructor(deps: GrantDeps) {
    this.#deps = deps;
  }

  /** Undefined when the server has no grant. Throws as `findToken` does. */
  async get(server: SavedServer, rejected?: Buffer): Promise<AccessToken | undefined> {
    const known = this.#known.get(server.id);
    const isCurrent = known !== undefined && known.origin === originOf(server);
    if (isCurrent && !(rejected && known.found && isRejected(known.found, rejected))) return known.found;
    return this.#asking.run(keyOf(server, rejected), async (isWanted) => {
      const found = await findToken(this.#deps, server, rejected);
      if (isWanted()) this.#learn(server, found);
      return found;
    });
  }

  /** The tokens of one server as connections use them. */
  source(server: SavedServer): TokenSource {
    return {
      token: async (rejected) =>
        (await this.get(server, rejected === undefined ? undefined : hashOfSecret(rejected)))?.token,
    };
  }

  /** Drops the cached token of a server. */
  forget(serverId: string): void {
    this.#known.delete(serverId);
    this.#asking.forget((key) => (JSON.parse(key) as string[])[0] === serverId);
  }

  #learn(server: SavedServer, found: AccessToken | undefined): void {
    const ttl = Math.min(KNOWN_MS, (found?.freshUntil ?? Infinity) - Date.now());
    if (ttl > 0) this.#known.set(server.id, { origin: originOf(server), found }, { ttl });
    else this.#known.delete(server.id);
  }
}

const isRejected = ({ token }: AccessToken, rejected: Buffer): boolean => rejected.equals(hashOfSecret(token));
const keyOf = (server: SavedServer, rejected: Buffer | undefined): string =>
  JSON.stringify([server.id, originOf(server), rejected?.toString('base64')]);
const originOf = ({ url }: SavedServer) => URL.parse(url)?.origin;
