import { lookup as lookupName, Resolver as NameServer } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { experimental } from '@grpc/grpc-js';
import { CONNECT_MS, probePeer, type Greeting, type PeerState } from './probe-peer.ts';

/** Calls wait for the first answer of the name server this long, in milliseconds: a process that starts has no earlier one. */
const FIRST_ANSWER_MS = 5_000;
/** The shortest pause between two rounds of lookups, in milliseconds. */
const SHORTEST_MS = 100;

/**
 * Follows the addresses of a name until it is closed. grpc-js looks a name up only for a call or after it lost a
 * connection, and connects without a time limit: new pods would stay idle, and calls would wait for the address of a pod
 * that is gone. So the name is looked up from the start and all the time, and while a channel listens, an address is used
 * once it accepts a connection, until the name loses it, or it accepts no other one when a connection was lost. An address
 * that is silent when a call waits for long is used only while no other one answers, because its process may hang. When the
 * name server does not answer, the last addresses stay.
 */
export class FollowedPeers {
  readonly host: string;
  readonly port: number;
  readonly #everyMs: number;
  readonly #greet: Greeting | undefined;
  readonly #resolve: (host: string) => Promise<string[]>;
  readonly #closing = new AbortController();
  /** Aborts the pause between two rounds. */
  #hurry = new AbortController();
  #doubted = false;
  #hosts: string[] = [];
  /** The hosts that accept connections. */
  #accepting = new Map<string, Exclude<PeerState, 'absent'>>();
  #listener: ((hosts: string[]) => void) | undefined;
  #told: string | undefined;
  #waitsUntil = 0;

  /**
   * The address is `name:port`, or `dns://<name server>/name:port`; its name is looked up at this interval, in milliseconds.
   * Without a greeting, a host that accepts connections is not asked for more.
   */
  constructor(address: string, everyMs: number, greet?: Greeting) {
    const { nameServer, path } = /^(?:dns:\/\/(?<nameServer>[^/]*)\/)?(?<path>.*)$/.exec(address)!.groups!;
    const { host, port = 443 } = experimental.splitHostPort(path!) ?? { host: path! };
    this.host = host;
    this.port = port;
    this.#everyMs = everyMs;
    this.#greet = greet;
    this.#resolve = nameServer ? resolveAt(nameServer) : resolveBySystem;
    if (!isIP(host)) void this.#follow();
  }

  /** Tells the listener, instead of an earlier one, the hosts that accept a connection, and tells it again when they change. */
  listen(listener: (hosts: string[]) => void): void {
    this.#listener = listener;
    this.#told = undefined;
    // An address needs no lookup, and its connection fails by itself.
    if (isIP(this.host)) return void setImmediate(() => this.#tell([this.host]));
    this.#accepting.clear();
    this.#waitsUntil = performance.now() + FIRST_ANSWER_MS;
    // The last addresses are tried while the next lookup is under way, which may stay without an answer.
    void this.#prove(false);
    this.#hurry.abort();
  }

  /** Makes a round at once, in which every host is tried: a connection was lost or could not be made. */
  doubt(): void {
    this.#doubted = true;
    this.#hurry.abort();
  }

  /** Tries every host in the next round: a call waits for long, and its peer may hang or be gone without a word. */
  suspect(): void {
    this.#doubted = true;
  }

  /** Tells the hosts no more, and connects to none. The name is still looked up. */
  rest(): void {
    this.#listener = undefined;
  }

  close(): void {
    this.rest();
    this.#closing.abort();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#hurry = new AbortController();
      const wasDoubted = this.#doubted;
      this.#doubted = false;
      const found = await this.#resolve(this.host).catch(() => []);
      if (found.length > 0) this.#hosts = found;
      const isWaiting = this.#hosts.length === 0 && performance.now() < this.#waitsUntil;
      if (this.#listener && !isWaiting) {
        for (const gone of this.#accepting.keys()) if (!this.#hosts.includes(gone)) this.#accepting.delete(gone);
        this.#tellAccepting();
        await this.#prove(wasDoubted);
        this.#tell(this.#best());
      }
      await restFor(SHORTEST_MS, signal);
      if (!isWaiting) await restFor(this.#everyMs - SHORTEST_MS, AbortSignal.any([signal, this.#hurry.signal]));
    }
  }

  /** Tries the hosts that do not answer yet, or all of them; reports each host as soon as it accepts. */
  async #prove(all: boolean): Promise<void> {
    await Promise.all(
      this.#hosts.map(async (host) => {
        if (this.#accepting.get(host) === 'answers' && !all) return;
        const accepted = () => {
          if (!this.#accepting.has(host)) this.#accepting.set(host, 'accepts');
          this.#tellAccepting();
        };
        const state = await probePeer({ host, port: this.port }, this.#greet, accepted);
        if (state === 'absent') this.#accepting.delete(host);
        else this.#accepting.set(host, state);
        this.#tellAccepting();
      }),
    );
  }

  /** The hosts that answer, else the hosts that accept connections: a busy process is better than none. */
  #best(): string[] {
    const accepting = [...this.#accepting.keys()];
    const answering = accepting.filter((host) => this.#accepting.get(host) === 'answers');
    return answering.length > 0 ? answering : accepting;
  }

  #tellAccepting(): void {
    if (this.#accepting.size > 0) this.#tell(this.#best());
  }

  #tell(hosts: string[]): void {
    const told = [...hosts].sort().join(' ');
    if (!this.#listener || told === this.#told) return;
    this.#told = told;
    this.#listener(hosts);
  }
}

/** Waits without keeping the process alive: a process that ends need not close a channel that it never used. */
const restFor = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

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
