import { experimental, Metadata, status, type ChannelOptions } from '@grpc/grpc-js';
import type { FollowedPeers } from './followed-peers.ts';

const { registerResolver, statusOrFromError, statusOrFromValue, SUBCHANNEL_ARGS_EXCLUDE_KEY_PREFIX } = experimental;

/** The scheme of addresses that this resolver looks up. */
const SCHEME = 'peers';
/** The option by which a channel hands its peers to the resolver; grpc-js hands it to no connection. */
const PEERS_OPTION = `${SUBCHANNEL_ARGS_EXCLUDE_KEY_PREFIX}.peers`;

/**
 * The target of a channel to the peers behind `address`: `name:port`, or `dns://<name server>/name:port` for a name
 * server other than the system's.
 */
export const peersTarget = (address: string): string =>
  address.startsWith('dns://') ? `${SCHEME}${address.slice('dns'.length)}` : `${SCHEME}:///${address}`;

/** The option of a channel whose target is `peersTarget`. */
export const peersOption = (peers: FollowedPeers): ChannelOptions => ({ [PEERS_OPTION]: peers });

/** Hands the addresses of followed peers to a channel, from its first call until it closes or was idle for long. */
class PeerResolver implements experimental.Resolver {
  readonly #listener: experimental.ResolverListener;
  readonly #peers: FollowedPeers;
  #isListening = false;

  constructor(_target: experimental.GrpcUri, listener: experimental.ResolverListener, options: ChannelOptions) {
    this.#listener = listener;
    this.#peers = options[PEERS_OPTION];
  }

  /** Called at the start, and when a connection was lost or could not be made. */
  updateResolution(): void {
    if (this.#isListening) return this.#peers.doubt();
    this.#isListening = true;
    this.#peers.listen((hosts) => this.#tell(hosts));
  }

  destroy(): void {
    this.#isListening = false;
    this.#peers.rest();
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path;
  }

  #tell(hosts: string[]): void {
    const { port } = this.#peers;
    const endpoints = hosts.map((host) => ({ addresses: [{ host, port }] }));
    this.#listener(statusOrFromValue(endpoints), {}, null, '');
    // Without peers, calls would wait; round_robin refuses them only on an error, which it ignores while it has peers.
    if (hosts.length === 0) this.#listener(statusOrFromError(this.#noAddress()), {}, null, '');
  }

  #noAddress() {
    return {
      code: status.UNAVAILABLE,
      details: `No address of ${this.#peers.host} accepts a connection.`,
      metadata: new Metadata(),
    };
  }
}

registerResolver(SCHEME, PeerResolver);
