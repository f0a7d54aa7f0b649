import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { hasHiddenQuery } from '@assay/contract/areas/servers/secret-values';
import type { Egress } from '@assay/egress/egress';
import type { ServerTarget, TokenSource } from './target.ts';
import { DEFAULT_TIMEOUTS, type ServerTimeouts } from './timeouts.ts';

/** Unseals bytes; `context` names the row that they belong to. */
export type UnsealBytes = (sealed: Uint8Array, context: string) => Uint8Array;

/**
 * The target of a saved server of catalog. Its credentials are unsealed into the target and nowhere else.
 * `tokens` is called only for a server that uses access tokens.
 */
export function targetOf(
  server: SavedServer,
  egress: Egress,
  unseal: UnsealBytes,
  tokens?: (server: SavedServer) => TokenSource,
): ServerTarget {
  const {
    id: serverId,
    name: serverName,
    transport,
    url,
    command,
    args,
    protocolVersion,
    useOauth,
    sealedCredentials,
    clientCapabilities,
  } = server;
  const {
    headers,
    env = {},
    url: whole = withoutHidden(url),
    secrets,
  } = sealedCredentials.length > 0
    ? (JSON.parse(new TextDecoder().decode(unseal(sealedCredentials, `server:${serverId}`))) as {
        headers?: Record<string, string>;
        env?: Record<string, string>;
        url?: string;
        secrets?: Record<string, string>;
      })
    : {};
  return {
    serverId,
    serverName,
    egress,
    url: whole,
    useOAuth: useOauth || wantsTokens(server),
    ...given({ headers }),
    ...(secrets && { secrets: Object.values(secrets) }),
    ...(protocolVersion && { protocolVersion }),
    ...(transport === 'stdio' && { command: { command, args, env } }),
    ...(tokens && wantsTokens(server, headers) && { tokens: tokens(server) }),
    ...(clientCapabilities.length > 0 && {
      clientCapabilities: JSON.parse(new TextDecoder().decode(clientCapabilities)) as Record<string, unknown>,
    }),
  };
}

/** A runner with credentials of its own never gets the values of the query: the address without them is all it has. */
const withoutHidden = (url: string): string => (hasHiddenQuery(url) ? url.replace(/\?[^#]*/, '') : url);

/** A saved Authorization header has precedence over OAuth, unless the owner chose OAuth. */
function wantsTokens({ transport, authMethod, useOauth }: SavedServer, headers: Record<string, string> = {}): boolean {
  if (transport !== 'http') return false;
  if (authMethod !== '') return authMethod === 'oauth' || authMethod === 'client_credentials';
  return useOauth && !Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

/** The timeouts of a server whose time for one request is saved; connecting never has less time than one request. */
export const timeoutsOf = ({ timeoutMs }: Pick<SavedServer, 'timeoutMs'>): Partial<ServerTimeouts> =>
  timeoutMs > 0
    ? {
        connectMs: Math.max(timeoutMs, DEFAULT_TIMEOUTS.connectMs),
        idleMs: timeoutMs,
        totalMs: Math.max(timeoutMs, DEFAULT_TIMEOUTS.totalMs),
      }
    : {};
