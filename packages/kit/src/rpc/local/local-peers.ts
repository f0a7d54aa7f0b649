import type { Metadata } from '@grpc/grpc-js';
import type { Caller } from '../../security/caller.ts';

/** A call to a server of the same process. */
export interface LocalCall {
  path: string;
  caller: Caller;
  body: Buffer;
  /** The trace context. */
  metadata: Metadata;
  /** In epoch milliseconds. */
  deadline: number;
  /** Aborts when the one who asked stops waiting. */
  signal: AbortSignal | undefined;
}

/** Answers a call of the same process with the bytes of the reply, or throws what a call over gRPC would throw. */
export type LocalServer = (call: LocalCall) => Promise<Buffer>;

/**
 * The servers of a process that runs several services. A call between them takes neither a connection nor a signature:
 * its message and its caller are handed over. Everything else is as over gRPC, where calls to other addresses go.
 */
export class LocalPeers {
  readonly #servers = new Map<string, LocalServer>();

  /** Takes the calls to `address` (host:port) until the returned function is called. */
  add(address: string, server: LocalServer): () => void {
    this.#servers.set(address, server);
    return () => void this.#servers.delete(address);
  }

  at(address: string): LocalServer | undefined {
    return this.#servers.get(address);
  }
}
