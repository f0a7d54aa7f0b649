import { readStatement, signStatement } from '@assay/kit/security/signed-token';

/** The server that a request through a tunnel is for. */
export interface TunnelPeer {
  serverId: string;
  projectId: string;
}

const SCOPE = { purpose: 'tunnels' };
/** How long a proof is valid, in milliseconds: every request carries a fresh one. */
const VALID_MS = 60_000;

/** Proves that the platform itself asks this server: a statement signed with the mesh's secret, in base64url. */
export const tunnelProof = (secret: string, { serverId, projectId }: TunnelPeer, now = Date.now()): string =>
  signStatement(secret, SCOPE, { serverId, projectId }, now).toString('base64url');

/** The server that a proof names; undefined when the proof is absent, forged or stale. */
export function provenPeer(secret: string, proof: string | undefined, now = Date.now()): TunnelPeer | undefined {
  const read = readStatement<TunnelPeer>(secret, SCOPE, Buffer.from(proof ?? '', 'base64url'), {
    validMs: VALID_MS,
    now,
  });
  return 'statement' in read ? read.statement : undefined;
}
