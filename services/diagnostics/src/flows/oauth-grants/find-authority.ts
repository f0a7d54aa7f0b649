import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { assertUsableDiscovery } from '@assay/mcp/oauth/authorization-code';
import { authorityOf, type TokenAuthority } from '@assay/mcp/oauth/authority';
import { discoverAuthorizationServer, discoverOAuth } from '@assay/mcp/oauth/discover';
import { requiredLabels } from '@assay/launching/required-labels';
import type { GrantDeps } from './grant-deps.ts';

/** An authority with a known authorization server. */
export type KnownAuthority = TokenAuthority & { authorizationServerUrl: string };

/**
 * Finds the authorization server of a grant. It is discovered once: the authorization server that answered is stored
 * with the grant, and the grant's secrets go only there.
 * @throws Problem OAUTH_REQUIRED when it is unknown and this process cannot reach the server; otherwise as
 * `assertUsableDiscovery` does.
 */
export async function findAuthority(
  { egress, tunnels }: Pick<GrantDeps, 'egress' | 'tunnels'>,
  server: SavedServer,
  authority: TokenAuthority,
  signal?: AbortSignal,
): Promise<KnownAuthority> {
  const { authorizationServerUrl: named, authorizationServerMetadata: known, resource } = authority;
  if (named !== undefined && known) return { ...authority, authorizationServerUrl: named };
  const options = signal ? { egress, signal } : { egress };
  const found = await (named === undefined
    ? discoverOAuth({ url: seenFromHere(server), ...options })
    : discoverAuthorizationServer(named, options));
  return {
    ...authorityOf(found),
    authorizationServerUrl: assertUsableDiscovery(found),
    ...given({ resource }),
  };

  /**
   * The address to discover from. In another network the same address belongs to another server, so it must not be
   * asked from here.
   */
  function seenFromHere({ id, name, url }: SavedServer): string {
    if (requiredLabels(server).length === 0 && !tunnels(server)) return url;
    throw new Problem(
      'OAUTH_REQUIRED',
      `Server "${name}" is not reached from here, so its authorization server cannot be found out: import tokens that name it as authorizationServerUrl.`,
      { serverId: id },
    );
  }
}
