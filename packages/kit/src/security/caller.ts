import { hash, randomUUID } from 'node:crypto';
import { Metadata } from '@grpc/grpc-js';
import type { CallerAccess } from '@assay/contract/access';
import { derivedKey } from './seal.ts';
import { readStatement, secretsOf, signStatement } from './signed-token.ts';

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

/** The secrets of a mesh: services state any caller with the first; runners have the second, and state themselves. */
export interface MeshSecrets {
  meshSecret: string;
  /** Derived from the mesh's secret when absent. */
  runnerSecret?: string | undefined;
}

/** A caller as a call states it, the hash of the message that it was stated for, and what makes the statement unique. */
export interface StatedCaller {
  caller: Caller;
  bodyHash: string;
  nonce: string;
  /** When the statement stops to be valid, in milliseconds since 1970. */
  validUntil: number;
}

type Statement = Omit<StatedCaller, 'validUntil'>;

const KEY = 'caller-bin';
/** A statement about a caller is believed this long, in milliseconds: it is made for one call, which begins at once. */
const VALID_MS = 2 * 60_000;
const RUNNER = 'runner';

const scopeOf = (path: string) => ({ purpose: 'callers', subject: path });

/** The hash of a message, as a statement about its caller names it. */
export const bodyHashOf = (body: Uint8Array): string => hash('sha256', body, 'base64url');

/** The secret of the runners of a mesh; by default it is derived from each of the mesh's secrets. */
export const runnerSecretOf = ({ meshSecret, runnerSecret }: MeshSecrets): string =>
  runnerSecret ??
  secretsOf(meshSecret)
    .map((secret) => derivedKey(secret, 'runners').toString('base64url'))
    .join(',');

/** Metadata that states the caller to the RPC at `path` with this message, and to no other call, signed with `secret`. */
export function withCaller(
  caller: Caller,
  secret: string,
  { path, body }: { path: string; body: Uint8Array },
  now = Date.now(),
): Metadata {
  // Node draws the bytes of many UUIDs at once: one of its own costs a tenth of other random bytes.
  const statement: Statement = { caller, bodyHash: bodyHashOf(body), nonce: randomUUID() };
  const metadata = new Metadata();
  metadata.set(KEY, signStatement(secret, scopeOf(path), statement, now));
  return metadata;
}

/** A call that does not come from this mesh: a fault of the installation, which no API client can fix, and none is told of. */
export class MeshFault extends Error {
  override readonly name = 'MeshFault';
}

/**
 * The caller that metadata states to the RPC at `path`.
 * @throws MeshFault when it is absent, forged, stale or for another RPC, or when a runner states another caller.
 */
export function callerOf(metadata: Metadata, secrets: MeshSecrets, path: string, now = Date.now()): StatedCaller {
  const [stated] = metadata.get(KEY);
  if (!Buffer.isBuffer(stated)) throw new MeshFault('The call names no caller.');
  const readWith = (secret: string) =>
    readStatement<Statement>(secret, scopeOf(path), stated, { validMs: VALID_MS, now });
  const read = readWith(secrets.meshSecret);
  if ('statement' in read) return { ...read.statement, validUntil: read.at + VALID_MS };
  const ofRunner = read.refused === 'forged' ? readWith(runnerSecretOf(secrets)) : read;
  if ('refused' in ofRunner)
    throw new MeshFault(
      ofRunner.refused === 'forged'
        ? 'The caller is not signed by this mesh, or not for this RPC.'
        : 'The statement about the caller is of another time.',
    );
  const { service, requestId } = ofRunner.statement.caller;
  if (service !== RUNNER) throw new MeshFault('A runner states a caller other than itself.');
  // Nothing else that a runner says of itself is believed.
  return { ...ofRunner.statement, caller: { service, requestId }, validUntil: ofRunner.at + VALID_MS };
}
