import { Metadata } from '@grpc/grpc-js';
import type { CallerAccess } from '@assay/contract/access';
import { readStatement, signStatement } from './signed-token.ts';

/**
 * The caller of an RPC. The gateway states it after checking the key; a service that calls on its own behalf names
 * itself in `service`. `projectId` and `role` were authorized, so an owning service can check them again.
 */
export interface Caller extends CallerAccess {
  requestId: string;
  service?: string;
  /** The runner token of a runner outside of the installation, to whose leases the call is restricted. */
  tokenId?: string;
}

const KEY = 'caller-bin';
/** A statement about a caller is believed this long, in milliseconds: it is made for one call, which begins at once. */
const VALID_MS = 2 * 60_000;

const scopeOf = (path: string) => ({ purpose: 'callers', subject: path });

/** Metadata that states the caller to the RPC at `path`, and to no other RPC, signed with the mesh's secret. */
export function withCaller(caller: Caller, secret: string, path: string, now = Date.now()): Metadata {
  const metadata = new Metadata();
  metadata.set(KEY, signStatement(secret, scopeOf(path), caller, now));
  return metadata;
}

/** A call that does not come from this mesh: a fault of the installation, which no API client can mend and none is told of. */
export class MeshFault extends Error {
  override readonly name = 'MeshFault';
}

/** The caller that metadata states to the RPC at `path`. @throws MeshFault when it is absent, forged, stale or for another RPC. */
export function callerOf(metadata: Metadata, secret: string, path: string, now = Date.now()): Caller {
  const [stated] = metadata.get(KEY);
  if (!Buffer.isBuffer(stated)) throw new MeshFault('The call names no caller.');
  const read = readStatement<Caller>(secret, scopeOf(path), stated, { validMs: VALID_MS, now });
  if ('statement' in read) return read.statement;
  throw new MeshFault(
    read.refused === 'forged'
      ? 'The caller is not signed by this mesh, or not for this RPC.'
      : 'The statement about the caller is of another time.',
  );
}
