import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { revokeToken } from '@assay/mcp/oauth/revoke';
import type { GrantDeps } from './grant-deps.ts';
import { findAuthority } from './find-authority.ts';
import { clientOf, isAtHome, type GrantSecrets } from '../../store/oauth-grants/grant-secrets.ts';
import type { GrantRow } from '../../store/oauth-grants/oauth-grants.ts';

const REVOCATION_MS = 5_000;

/** Tells the authorization server to revoke a grant; false when that is not possible. */
export async function revokeGrant(
  deps: Pick<GrantDeps, 'egress' | 'tunnels' | 'keyEncryptionKey'>,
  server: SavedServer,
  grant: GrantRow,
  secrets: GrantSecrets,
): Promise<boolean> {
  const signal = AbortSignal.timeout(REVOCATION_MS);
  const { accessToken, refreshToken } = secrets;
  const token = refreshToken ?? accessToken;
  const { authority } = grant;
  // A server at another origin may belong to another owner: its saved client and its authorization server have nothing
  // to do with this grant.
  const isHome = isAtHome(server, grant);
  const client = isHome ? clientOf(server, secrets, deps.keyEncryptionKey) : secrets.client;
  if (client === undefined || token === undefined || (authority.authorizationServerUrl === undefined && !isHome))
    return false;
  try {
    const known = await findAuthority(deps, server, authority, signal);
    return await revokeToken({
      server: known,
      client,
      token,
      hint: refreshToken === undefined ? 'access_token' : 'refresh_token',
      egress: deps.egress,
      signal,
    });
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
