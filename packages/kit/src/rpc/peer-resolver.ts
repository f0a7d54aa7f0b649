import { lookup as lookupName, Resolver as NameServer } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { experimental, Metadata, status, type ChannelOptions } from '@grpc/grpc-js';
import { pause } from '../concurrency/back-off.ts';

const { splitHostPort, statusOrFromError, statusOrFromValue } = experimental;

/** The scheme of addresses that this resolver looks up. */
const SCHEME = 'peers';
/** The interval of lookups of a mesh name, in milliseconds: pods that were added are found within it. */
export const MESH_LOOKUP_MS = 1_000;
/** A peer that does not accept a connection within this time, in milliseconds, gets no calls. */
const CONNECT_MS = 1_000;
/** Calls wait for the first answer of the name server this long, in milliseconds: a process that starts has no earlier one. */
const FIRST_ANSWER_MS = 5_000;
/** The shortest pause between two rounds of lookups, in milliseconds. */
const SHORTEST_MS = 100;

interface Peer {
  host: string;
  port: number;
}

/**
 * The target of a channel to the peers behind `address`: `name:port`, or `dns://<name server>/name:port` for a name
 * server other than the system's.
 */
export const peersTarget = (address: string): string =>
  address.startsWith('dns://') ? `${SCHEME}${address.slice('dns'.length)}` : `${SCHEME}:///${address}`;

/**
 * Follows the addresses of a name. grpc-js looks a name up only after it lost a connection, and connects without a time
 * limit: new pods would stay idle, and calls would wait for the address of a pod that is gone. So the name is looked up
 * all the time, and an address is used once it accepts a connection, until the name loses it or a connection is lost and
 * it accepts no other. When the name server does not answer, the last addresses stay.
 */
class PeerResolver implements experimental.Resolver {
  readonly #listener: experimental.ResolverListener;
  readonly #port: number;
  readonly #host: string;
  readonly #everyMs: number;
  readonly #resolve: (host: string) => Promise<string[]>;
  #following: AbortController | undefined;
  /** Aborts the pause between two rounds. */
  #hurry = new AbortController();
  #doubted = false;
  #accepting = new Set<string>();
  #told: string | undefined;

  constructor(target: experimental.GrpcUri, listener: experimental.ResolverListener, options: ChannelOptions) {
    const { host, port = 443 } = splitHostPort(target.path) ?? { host: target.path };
    this.#listener = listener;
    this.#host = host;
    this.#port = port;
    this.#everyMs = options['grpc.dns_min_time_between_resolutions_ms'] ?? MESH_LOOKUP_MS;
    this.#resolve = target.authority ? resolveAt(target.authority) : resolveBySystem;
  }

  /** Called at the start, and when a connection was lost or could not be made. */
  updateResolution(): void {
    if (this.#following) {
      this.#doubted = true;
      this.#hurry.abort();
      return;
    }
    this.#following = new AbortController();
    void this.#follow(this.#following.signal);
  }

  destroy(): void {
    this.#following?.abort();
    this.#following = undefined;
    this.#accepting.clear();
    this.#told = undefined;
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    // An address needs no lookup, and its connection fails by itself.
    if (isIP(this.#host)) {
      await pause(0, signal);
      return this.#tell([this.#host], signal);
    }
    let hosts: string[] = [];
    const waitsUntil = performance.now() + FIRST_ANSWER_MS;
    while (!signal.aborted) {
      this.#hurry = new AbortController();
      const wasDoubted = this.#doubted;
      this.#doubted = false;
      const found = await this.#resolve(this.#host).catch(() => []);
      if (found.length > 0) hosts = found;
      const isWaiting = hosts.length === 0 && performance.now() < waitsUntil;
      if (!isWaiting) await this.#prove(hosts, wasDoubted, signal);
      await pause(SHORTEST_MS, signal);
      if (isWaiting) continue;
      await pause(this.#everyMs - SHORTEST_MS, AbortSignal.any([signal, this.#hurry.signal]));
    }
  }

  /** Tries the hosts that are new, or all; each one is told as soon as it accepts. */
  async #prove(hosts: string[], all: boolean, signal: AbortSignal): Promise<void> {
    for (const gone of this.#accepting) if (!hosts.includes(gone)) this.#accepting.delete(gone);
    const tellAccepting = () => this.#tell([...this.#accepting], signal);
    if (this.#accepting.size > 0) tellAccepting();
    await Promise.all(
      hosts.map(async (host) => {
        if (this.#accepting.has(host) && !all) return;
        const accepted = await accepts({ host, port: this.#port });
        if (!accepted) this.#accepting.delete(host);
        else if (!signal.aborted) this.#accepting.add(host);
        if (this.#accepting.size > 0) tellAccepting();
      }),
    );
    tellAccepting();
  }

  #tell(hosts: string[], signal: AbortSignal): void {
    const told = [...hosts].sort().join(' ');
    if (signal.aborted || told === this.#told) return;
    this.#told = told;
    const endpoints = hosts.map((host) => ({ addresses: [{ host, port: this.#port }] }));
    this.#listener(statusOrFromValue(endpoints), {}, null, '');
    // Without peers, calls would wait; round_robin refuses them only on an error, which it ignores while it has peers.
    if (hosts.length === 0) this.#listener(statusOrFromError(this.#noAddress()), {}, null, '');
  }

  #noAddress() {
    return {
      code: status.UNAVAILABLE,
      details: `No address of ${this.#host} accepts a connection.`,
      metadata: new Metadata(),
    };
  }
}

const resolveBySystem = async (host: string): Promise<string[]> =>
  (await lookupName(host, { all: true })).map(({ address }) => address);

function resolveAt(nameServer: string): (host: string) => Promise<string[]> {
  const resolver = new NameServer({ timeout: CONNECT_MS, tries: 1 });
  resolver.setServers([nameServer]);
  return async (host) => {
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  };
}

const accepts = (peer: Peer): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(peer);
    const end = (accepted: boolean) => {
      clearTimeout(limit);
      socket.destroy();
      resolve(accepted);
    };
    // After a stall of this process, a connection that was made meanwhile is heard of first.
    const limit = setTimeout(() => setImmediate(end, false), CONNECT_MS);
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

experimental.registerResolver(SCHEME, PeerResolver);
