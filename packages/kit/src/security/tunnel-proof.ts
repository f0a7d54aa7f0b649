import { createHmac, timingSafeEqual } from 'node:crypto';

/** Which server a request through a tunnel is for. */
export interface TunnelPeer {
  serverId: string;
  projectId: string;
}

/** A proof is good for so long, in milliseconds: every request carries a fresh one. */
const VALID_MS = 60_000;

const sign = (secret: string, body: Buffer) =>
  createHmac('sha256', createHmac('sha256', secret).update('tunnels').digest()).update(body).digest();

/** Says, signed with the mesh's secret, that the platform itself asks this server: 32 bytes of HMAC-SHA256, then the statement, in base64url. */
export function tunnelProof(secret: string, { serverId, projectId }: TunnelPeer, now = Date.now()): string {
  const body = Buffer.from(JSON.stringify({ serverId, projectId, at: now }));
  return Buffer.concat([sign(secret, body), body]).toString('base64url');
}

/** The server that a proof names; undefined when it is forged or stale, or none. */
export function provenPeer(secret: string, proof: string | undefined, now = Date.now()): TunnelPeer | undefined {
  const bytes = Buffer.from(proof ?? '', 'base64url');
  const body = bytes.subarray(32);
  if (body.length === 0 || !timingSafeEqual(bytes.subarray(0, 32), sign(secret, body))) return undefined;
  const { at, ...peer } = JSON.parse(body.toString()) as TunnelPeer & { at: number };
  return Math.abs(now - at) <= VALID_MS ? peer : undefined;
}
