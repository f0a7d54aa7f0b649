import { setTimeout as delay } from 'node:timers/promises';
import { experimental, Server, ServerCredentials, type MethodDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { answerCall } from './answer-call.ts';
import { answerLocally } from './local/answer-locally.ts';
import { CallFaults } from './call-faults.ts';
import type { LocalPeers } from './local/local-peers.ts';
import type { Auditor } from '../audit/change.ts';
import type { AdmitCall, IncomingCall, RpcHandler } from './handler.ts';
import type { MeshSecrets } from '../security/caller.ts';
import type { Logger } from '../log.ts';
import { ConfigError } from '../env.ts';
import { assertListenable, type ListenAddress } from '../listen-fault.ts';
import { LISTEN_ADDRESS } from '../settings/service-settings.ts';
import { Health } from './health.ts';
import type { MeshCertificate } from './mesh/mesh-certificate.ts';
import { MeshGuard } from './mesh/mesh-guard.ts';
import { listenForPeers } from './mesh/mesh-listener.ts';
import { addReflection } from './reflection.ts';

type Handlers<Definition> = {
  [Method in keyof Definition]: Definition[Method] extends MethodDefinition<infer Req, infer Res>
    ? RpcHandler<Req, Res>
    : never;
};

export interface Implementation {
  definition: ServiceDefinition;
  handlers: Record<string, RpcHandler<unknown, unknown>>;
}

/** Pairs a service of the contract with its handlers; an RPC without a handler does not compile. */
export const implement = <Definition extends ServiceDefinition>(
  definition: Definition,
  handlers: Handlers<Definition>,
): Implementation => ({ definition, handlers });

/** A server's certificate and its key, as PEM. */
export interface TlsFiles {
  cert: string;
  key: string;
}

interface Served {
  name: string;
  /** host:port; port 0 picks a free one. */
  address: string;
  /** The settings that say the address, for a refusal; LISTEN_ADDRESS when absent. */
  addressSettings?: Pick<ListenAddress, 'setting' | 'hostSetting'> | undefined;
  implementations: Implementation[];
  log: Logger;
  reflection?: boolean;
  /** How long it goes on taking calls after it said NOT_SERVING, in milliseconds. */
  stopDelayMs?: number | undefined;
  /** Keeps what handlers do not write into the audit log themselves; without it, it is not kept. */
  auditor?: Auditor;
}

/**
 * A server of the mesh believes what is signed with its secret, and runners that sign with theirs, which is derived from
 * the mesh's by default; with a certificate it is reached over mutual TLS. A server for callers from outside has a rule
 * of its own.
 */
export type ServeOptions = Served &
  (
    | (MeshSecrets & { certificate?: MeshCertificate | undefined; localPeers?: LocalPeers | undefined })
    | { admit: AdmitCall; tls?: TlsFiles | undefined }
  );

export interface RunningServer {
  address: string;
  stop(): Promise<void>;
}

/** The largest message of the mesh, in bytes: a tool result of tens of megabytes must pass. */
export const MAX_MESSAGE = 64 * 1024 * 1024;
/** How long calls in flight may take to finish once the process was told to stop, in milliseconds. */
export const DRAIN_MS = 10_000;
/** How many calls a connection from outside may have open at a time: what each may hold is held so often. */
const MAX_CALLS_OF_A_STRANGER = 100;

/** Serves gRPC with the health service; `stop` says NOT_SERVING, goes on for a while, lets calls in flight finish, then closes. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { name, address, implementations, log, reflection = false, stopDelayMs = 0, auditor } = options;
  const admit =
    'admit' in options
      ? async (call: IncomingCall) => ({ caller: await options.admit(call) })
      : new MeshGuard(options).admit;
  const methods = new Map(
    implementations.flatMap((each) =>
      Object.entries(each.definition).map(([name, definition]) => [
        definition.path,
        { definition, handler: each.handlers[name]! },
      ]),
    ),
  );
  const faults = new CallFaults(log);
  const local = answerLocally(methods, { faults, auditor, maxMessage: MAX_MESSAGE });
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE,
    'grpc.max_send_message_length': MAX_MESSAGE,
    interceptors: [answerCall(methods, { admit, log, faults, auditor })],
    // Without the statistics that grpc-js keeps of every call.
    'grpc.enable_channelz': 0,
    ...('admit' in options && { 'grpc.max_concurrent_streams': MAX_CALLS_OF_A_STRANGER }),
  });
  const health = new Health();
  health.addTo(server);
  for (const { definition } of implementations)
    server.addService(unread(definition), Object.fromEntries(Object.keys(definition).map((name) => [name, untaken])));
  if (reflection) addReflection(server);
  const { port, close } = await listen(server, options);
  const bound = `${address.slice(0, address.lastIndexOf(':'))}:${port}`;
  const leave = 'localPeers' in options ? options.localPeers?.add(bound, local.server) : undefined;
  log.debug({ address: bound }, `${name} serves`);
  return {
    address: bound,
    stop: async () => {
      health.stop();
      await delay(stopDelayMs);
      close?.();
      leave?.();
      await Promise.all([drain(server), local.drained(DRAIN_MS)]);
    },
  };
}

const asIs = (bytes: Buffer): Buffer => bytes;

/** A service whose messages the server passes on as bytes: `answerCall` reads and writes them. */
const unread = (definition: ServiceDefinition): ServiceDefinition =>
  Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      { ...method, requestDeserialize: asIs, responseSerialize: asIs },
    ]),
  );

/** The server's handler of a method; `answerCall` takes the calls before they come to it. */
const untaken = (): never => {
  throw new Error('A call was not taken by the interceptor.');
};

/** Listens at the address; `close` is there when the server does not close its listener itself. */
async function listen(server: Server, options: ServeOptions): Promise<{ port: number; close?: () => void }> {
  const { address, log, addressSettings = { setting: LISTEN_ADDRESS.name } } = options;
  const { host, port } = experimental.splitHostPort(address) ?? {};
  if (!host || port === undefined)
    throw new ConfigError([`${addressSettings.setting} must be host:port, such as 0.0.0.0:50051, and is ${address}`]);
  // Errors of grpc-js have no code, and it writes them on standard error by itself.
  if (port !== 0) await assertListenable({ host, port, ...addressSettings });
  if ('certificate' in options && options.certificate)
    return listenForPeers(server, { host, port }, options.certificate, log);
  const security = 'tls' in options && options.tls ? secure(options.tls) : ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync(address, security, (error, bound) => (error ? reject(error) : resolve({ port: bound })));
  });
}

const secure = ({ cert, key }: TlsFiles) =>
  ServerCredentials.createSsl(null, [{ cert_chain: Buffer.from(cert), private_key: Buffer.from(key) }]);

const drain = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, DRAIN_MS);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
