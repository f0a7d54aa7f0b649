import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { hashOfSecret } from '@assay/kit/security/secret';
import type { TokenSource } from '@assay/mcp/target';
import { findToken, type AccessToken } from './find-token.ts';
import type { Rooms } from './renew-grant.ts';

interface Known {
  origin: string | undefined;
  found: AccessToken | undefined;
  until: number;
}

/** How long this process takes what it found for granted, in milliseconds: so late it notices what was imported, renewed or revoked elsewhere. */
export const KNOWN_MS = 2_000;
const MAX_KNOWN = 1_000;

/** The access tokens of saved servers, each looked for by one request of this process however many want it. */
export class AccessTokens {
  readonly #rooms: Rooms;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, Promise<AccessToken | undefined>>();

  constructor(rooms: Rooms) {
    this.#rooms = rooms;
  }

  /** Undefined when nothing was granted. Throws as `findToken` does. */
  async get(server: SavedServer, rejected?: Buffer): Promise<AccessToken | undefined> {
    const known = this.#known.get(server.id);
    const isCurrent = known && known.until > Date.now() && known.origin === originOf(server);
    if (isCurrent && !(rejected && known.found && rejected.equals(hashOfSecret(known.found.token)))) return known.found;
    const key = JSON.stringify([server.id, originOf(server), rejected?.toString('base64')]);
    const asked = this.#asking.get(key);
    if (asked) return asked;
    const asking = findToken(this.#rooms, server, rejected);
    this.#asking.set(key, asking);
    try {
      const found = await asking;
      if (this.#asking.get(key) === asking) this.#learn(server, found);
      return found;
    } finally {
      if (this.#asking.get(key) === asking) this.#asking.delete(key);
    }
  }

  /** The tokens of one server, as its connections ask for them. */
  source(server: SavedServer): TokenSource {
    return {
      token: async (rejected) =>
        (await this.get(server, rejected === undefined ? undefined : hashOfSecret(rejected)))?.token,
    };
  }

  /** Takes nothing for granted that was known of a server. */
  forget(serverId: string): void {
    this.#known.delete(serverId);
    for (const key of this.#asking.keys()) if ((JSON.parse(key) as string[])[0] === serverId) this.#asking.delete(key);
  }

  #learn(server: SavedServer, found: AccessToken | undefined): void {
    this.#known.delete(server.id);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(server.id, {
      origin: originOf(server),
      found,
      until: Math.min(Date.now() + KNOWN_MS, found?.freshUntil ?? Infinity),
    });
  }
}

const originOf = ({ url }: SavedServer) => URL.parse(url)?.origin;
