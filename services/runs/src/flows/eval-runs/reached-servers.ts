import { hash } from 'node:crypto';
import { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';

/** How long an answer of a server vouches for it, in milliseconds. */
const REACHED_MS = 60_000;
const MAX_SERVERS = 1_000;

/** The saved servers that answered a launch of this process within the last minute, with the same credentials and client. */
export class ReachedServers {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A server with an OAuth grant is never in it: the grant may change unseen by this service. */
  has(server: SavedServer, configId: string): boolean {
    return !mayUseGrant(server) && this.#now() < (this.#until.get(revisionOf(server, configId)) ?? -Infinity);
  }

  add(server: SavedServer, configId: string): void {
    const revision = revisionOf(server, configId);
    this.#until.delete(revision);
    this.#until.set(revision, this.#now() + REACHED_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MAX_SERVERS) this.#until.delete(oldest!);
  }
}

const mayUseGrant = ({ useOauth, authMethod }: SavedServer): boolean =>
  useOauth || authMethod === 'oauth' || authMethod === 'client_credentials';

/** Differs whenever the saved server, its credentials or the settings of the client do. */
const revisionOf = (server: SavedServer, configId: string): string =>
  `${configId} ${hash('sha256', SavedServer.encode(server).finish())}`;
