import { createSecureContext } from 'node:tls';
import {
  Channel as GrpcChannel,
  credentials,
  Metadata,
  status,
  type ChannelCredentials,
  type MethodDefinition,
} from '@grpc/grpc-js';
import { Problem } from '@assay/contract/problem';
import { withBearer } from '../security/bearer.ts';
import { withCaller, type Caller } from '../security/caller.ts';
import { inFlight } from '../requests/in-flight.ts';
import { answeredInTime } from './answered-in-time.ts';
import type { LocalCall, LocalPeers } from './local/local-peers.ts';
import type { MeshCertificate } from './mesh/mesh-certificate.ts';
import { FollowedPeers } from './peers/followed-peers.ts';
import { peersOption, peersTarget } from './peers/peer-resolver.ts';
import { plainGreeting, tlsGreeting, type Greeting } from './peers/probe-peer.ts';
import { MAX_MESSAGE } from './serve.ts';
import { clientSpan } from '../telemetry/telemetry.ts';
import { fromStatus } from './wire.ts';

export interface CallOptions {
  /** How long to wait, in milliseconds; never longer than the request in flight has left. */
  timeoutMs?: number;
  /** The caller; the one of the request in flight when absent, else this service itself. */
  caller?: Caller;
  signal?: AbortSignal;
  /** The RPC has an effect outside of the platform: when the connection breaks, its outcome is not known. */
  hasEffect?: boolean;
}

/** A connection to one service of the mesh. */
export interface Channel {
  /** Calls an RPC and answers with its reply, or throws the Problem the other side threw. */
  call<Req, Res>(method: MethodDefinition<Req, Res>, request: Req, options?: CallOptions): Promise<Res>;
  close(): void;
}

const TIMEOUT_MS = 30_000;
/**
 * The HTTP/2 flow-control window, in bytes: with the default of 64 KB a reply of 10 MB waits for 160 window updates.
 */
const WINDOW = 4 * 1024 * 1024;
/** Kept back from the deadline at each hop, so that the callee's own timeout arrives before ours strikes. */
const HOP_MS = 25;

/** The interval of lookups of a mesh name, in milliseconds: pods that were added are found within it. */
const MESH_LOOKUP_MS = 1_000;
/** The interval of lookups of a platform outside of the mesh, in milliseconds. */
const OUTSIDE_LOOKUP_MS = 30_000;
/** A connection with calls that does not answer a ping of this interval within the time limit is lost, in milliseconds. */
const [PING_MS, PING_LIMIT_MS] = [10_000, 10_000];
/** The peers of a call that has no answer after this time are tried, in milliseconds, so that later calls avoid one that hangs. */
const SUSPICIOUS_MS = 1_000;

interface DialOptions {
  /** Without one the channel speaks plain text. */
  certificate?: MeshCertificate | undefined;
  /** Servers of this process, which are called without a connection. */
  localPeers?: LocalPeers | undefined;
}

/** Opens a channel to `address` (host:port) in the name of `service`; looks its peers up at once, connects lazily and reconnects by itself. */
export const dial = (
  address: string,
  meshSecret: string,
  service: string,
  { certificate, localPeers }: DialOptions = {},
): Channel => {
  const itself = { service, requestId: service };
  return open(address, MESH_LOOKUP_MS, {
    security: certificate?.channelCredentials() ?? credentials.createInsecure(),
    greet: certificate ? tlsGreeting(() => certificate.pem) : plainGreeting,
    metadataOf: (call, caller = itself) => withCaller(caller, meshSecret, call),
    local: (call, caller = itself) => localPeers?.at(address)?.({ ...call, caller }),
  });
};

/** Opens a channel to a platform from outside of its mesh, as the holder of `token`. It trusts whom Node trusts: NODE_EXTRA_CA_CERTS adds to that. */
export const dialOutside = ({ address, tls }: { address: string; tls: boolean }, token: string): Channel =>
  open(address, OUTSIDE_LOOKUP_MS, {
    security: tls ? credentials.createFromSecureContext(createSecureContext()) : credentials.createInsecure(),
    metadataOf: () => withBearer(token),
  });

interface OpenOptions {
  security: ChannelCredentials;
  /** How a peer shows that it does not hang; absent where a proxy may stand before it, which answers in its stead. */
  greet?: Greeting;
  /** Metadata that says who calls. */
  metadataOf(call: { path: string; body: Buffer }, caller: Caller | undefined): Metadata;
  /** Makes the call within this process; undefined when the peer is elsewhere. */
  local?(call: Omit<LocalCall, 'caller'>, caller: Caller | undefined): Promise<Buffer> | undefined;
}

function open(address: string, lookupMs: number, { security, greet, metadataOf, local }: OpenOptions): Channel {
  const peers = new FollowedPeers(address, lookupMs, greet);
  const channel = new GrpcChannel(peersTarget(address), answeredInTime(security), {
    'grpc.max_receive_message_length': MAX_MESSAGE,
    'grpc.max_send_message_length': MAX_MESSAGE,
    // Channels of a process would share the pause after a connection that failed: an old one to an address delays a new one.
    'grpc.use_local_subchannel_pool': 1,
    // Behind a name with several addresses every pod gets its share.
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    'grpc-node.flow_control_window': WINDOW,
    // Without the statistics that grpc-js keeps of every call.
    'grpc.enable_channelz': 0,
    'grpc.keepalive_time_ms': PING_MS,
    'grpc.keepalive_timeout_ms': PING_LIMIT_MS,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    ...peersOption(peers),
  });
  const call: Channel['call'] = (method, request, options = {}) =>
    clientSpan(method.path, async (carry) => {
      const outer = inFlight();
      const { path } = method;
      const body = method.requestSerialize(request);
      const caller = options.caller ?? outer?.caller;
      const deadline = Math.min(Date.now() + (options.timeoutMs ?? TIMEOUT_MS), (outer?.deadline ?? Infinity) - HOP_MS);
      const signal = options.signal ?? outer?.signal;
      assertWaiting(signal);
      const traced = (metadata: Metadata) => {
        carry(metadata);
        return metadata;
      };
      const answer =
        local?.({ path, body, metadata: traced(new Metadata()), deadline, signal }, caller) ??
        unary(channel, path, body, {
          metadata: traced(metadataOf({ path, body }, caller)),
          deadline,
          signal,
          hasEffect: options.hasEffect,
          waits: () => peers.suspect(),
        });
      return method.responseDeserialize(await answer);
    });
  return {
    call,
    close: () => {
      channel.close();
      peers.close();
    },
  };
}

/** @throws the Problem for which the caller has stopped waiting. */
function assertWaiting(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw signal.reason instanceof Problem ? signal.reason : new Problem('TIMEOUT', 'The caller stopped waiting.');
}

interface SentCall {
  metadata: Metadata;
  /** In epoch milliseconds. */
  deadline: number;
  signal: AbortSignal | undefined;
  hasEffect: boolean | undefined;
  /** Called when there is no answer for long. */
  waits(): void;
}

/** Sends a message and resolves with the reply. A client of grpc-js would also record the stack of each call. */
function unary(
  channel: GrpcChannel,
  path: string,
  body: Buffer,
  { metadata, deadline, signal, hasEffect, waits }: SentCall,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = channel.createCall(path, deadline, undefined, null, undefined);
    const abort = () => sent.cancelWithStatus(status.CANCELLED, 'The caller stopped waiting.');
    const waiting = setTimeout(waits, SUSPICIOUS_MS).unref();
    let reply: Buffer | undefined;
    sent.start(metadata, {
      onReceiveMetadata: () => undefined,
      onReceiveMessage: (message: Buffer) => {
        reply = message;
      },
      onReceiveStatus: (received) => {
        clearTimeout(waiting);
        signal?.removeEventListener('abort', abort);
        if (received.code === status.OK && reply) resolve(reply);
        else reject(fromStatus(received, hasEffect));
      },
    });
    sent.startRead();
    sent.sendMessageWithContext({}, body);
    sent.halfClose();
    signal?.addEventListener('abort', abort, { once: true });
  });
}
