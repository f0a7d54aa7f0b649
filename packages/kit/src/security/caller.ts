import { createHmac, timingSafeEqual } from 'node:crypto';
import { Metadata } from '@grpc/grpc-js';
import type { CallerStanding } from '@assay/contract/access';

/**
 * Who is asking. The gateway states it after checking the key; a service that calls on its own behalf names itself in
 * `service`. `projectId` and `role` say what was authorized, so an owning service can hold the same line again.
 */
export interface Caller extends CallerStanding {
  requestId: string;
  service?: string;
}

const KEY = 'caller-bin';
/** A statement about a caller is believed this long, in milliseconds: it is made for one call, which begins at once. */
const VALID_MS = 2 * 60_000;

/** No path has a line break, so it is told where the statement begins. */
const sign = (secret: string, path: string, body: Buffer) =>
  createHmac('sha256', createHmac('sha256', secret).update('callers').digest())
    .update(`${path}\n`)
    .update(body)
    .digest();

/** Metadata that states the caller to the RPC at `path`, and to no other, signed with the mesh's secret: 32 bytes of HMAC-SHA256, then the statement. */
export function withCaller(caller: Caller, secret: string, path: string, now = Date.now()): Metadata {
  const body = Buffer.from(JSON.stringify({ ...caller, at: now }));
  const metadata = new Metadata();
  metadata.set(KEY, Buffer.concat([sign(secret, path, body), body]));
  return metadata;
}

/** A call that does not come from this mesh: a fault of the installation, which no API client can mend and none is told of. */
export class MeshFault extends Error {
  override readonly name = 'MeshFault';
}

/** The caller that metadata states to the RPC at `path`; MeshFault when it is absent, forged, stale or meant for another one. */
export function callerOf(metadata: Metadata, secret: string, path: string, now = Date.now()): Caller {
  const [stated] = metadata.get(KEY);
  if (!Buffer.isBuffer(stated) || stated.length <= 32) throw new MeshFault('The call names no caller.');
  const body = stated.subarray(32);
  if (!timingSafeEqual(stated.subarray(0, 32), sign(secret, path, body)))
    throw new MeshFault('The caller is not signed by this mesh, or not for this RPC.');
  const { at, ...caller } = JSON.parse(body.toString()) as Caller & { at: number };
  if (!(Math.abs(now - at) <= VALID_MS)) throw new MeshFault('The statement about the caller is of another time.');
  return caller;
}
