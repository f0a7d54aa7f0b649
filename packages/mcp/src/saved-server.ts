import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { Egress } from '@assay/egress/egress';
import type { Target } from './target.ts';
import { DEFAULT_TIMEOUTS, type Timeouts } from './timeouts.ts';

/** Opens sealed bytes; `context` says what they belong to. */
export type Unseal = (sealed: Uint8Array, context: string) => Uint8Array;

/** How to connect to a server as catalog keeps it. Its credentials are opened here and go nowhere but into the target. */
export function targetOf(server: SavedServer, egress: Egress, unseal: Unseal): Target {
  const { id: serverId, name: serverName, url, protocolVersion, useOauth, sealedCredentials } = server;
  const { headers } = sealedCredentials.length > 0
    ? JSON.parse(new TextDecoder().decode(unseal(sealedCredentials, `server:${serverId}`))) as { headers?: Record<string, string> }
    : {};
  return { serverId, serverName, egress, url, useOAuth: useOauth, ...(headers && { headers }), ...(protocolVersion && { protocolVersion }) };
}

/** The request timeouts that the server's owner set, where there are any. */
export const timeoutsOf = ({ timeoutMs }: SavedServer): Partial<Timeouts> =>
  (timeoutMs > 0 ? { idleMs: timeoutMs, totalMs: Math.max(timeoutMs, DEFAULT_TIMEOUTS.totalMs) } : {});
