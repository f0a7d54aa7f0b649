import type { Metadata, MethodDefinition } from '@grpc/grpc-js';
import type { Caller } from '../security/caller.ts';

/** Answers one RPC, or throws a Problem. */
export type RpcHandler<Req, Res> = (request: Req, caller: Caller) => Promise<Res>;

/** A method of a server with its handler. */
export interface ServedMethod {
  definition: MethodDefinition<unknown, unknown>;
  handler: RpcHandler<unknown, unknown>;
}

/**
 * The handler that `load` makes when it is called for the first time, so that a process holds only the code that it
 * uses, and starts without it. A load that fails is repeated by the next call.
 */
export function onFirstCall<Req, Res>(load: () => Promise<RpcHandler<Req, Res>>): RpcHandler<Req, Res> {
  let loading: Promise<RpcHandler<Req, Res>> | undefined;
  const loaded = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  return async (request, caller) => (await loaded())(request, caller);
}

/** A call before anything of it was done: what it says, and the host:port that it comes from. */
export interface IncomingCall {
  path: string;
  metadata: Metadata;
  peer: string;
}

/** Finds out who calls, or throws. */
export type AdmitCall = (call: IncomingCall) => Caller | Promise<Caller>;

/** The caller of an RPC, and the hash of the message that the caller signed; undefined for a caller who signs none. */
export interface AdmittedCall {
  caller: Caller;
  bodyHash?: string;
}
