import type { OAuthGrant, TokenRequest } from '@assay/contract/areas/oauth-grants/documents';
import { withHiddenPath } from '@assay/contract/areas/servers/path-secrets';
import { given } from '@assay/contract/given';
import { notFound } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import { openSecrets } from '../../store/oauth-grants/grant-secrets.ts';
import { findGrant } from '../../store/oauth-grants/oauth-grants.ts';
import { listTokenRequests, type TokenRequestRow } from '../../store/oauth-grants/token-requests.ts';

/**
 * The facts about the grant of a server, without its tokens.
 * @throws Problem NOT_FOUND when there is none.
 */
export async function shownGrant(
  { pool, keyEncryptionKey }: Pick<Deps, 'pool' | 'keyEncryptionKey'>,
  serverId: string,
): Promise<OAuthGrant> {
  const [grant, requests] = await Promise.all([findGrant(pool, serverId), listTokenRequests(pool, serverId)]);
  if (!grant) throw notFound('OAuth grant');
  const { authority, origin, expiresAt, lastRefreshAt, lastError } = grant;
  return {
    serverUrl: withHiddenPath(grant.serverUrl),
    grantType: grant.grantType,
    scopes: grant.scopes,
    ...given({ scopesAsked: origin.asked, scopesOffered: origin.offered, grantedBy: origin.by }),
    ...given({ isImported: origin.isImported }),
    tokenRequests: requests.map(shownRequest),
    state: grant.state,
    expiresAt: expiresAt && expiresAt.getTime(),
    ...given({ authorizationServer: authority.authorizationServerUrl }),
    ...(authority.resource !== undefined && { resource: withHiddenPath(authority.resource) }),
    hasRefreshToken: openSecrets(grant, keyEncryptionKey).refreshToken !== undefined,
    ...given({ lastRefreshAt: lastRefreshAt?.getTime() }),
    ...(lastError && { lastError: { code: lastError.code, message: lastError.message } }),
    createdAt: grant.createdAt.getTime(),
    updatedAt: grant.updatedAt.getTime(),
  };
}

const shownRequest = ({ kind, madeAt, durationMs, lifeMs, error }: TokenRequestRow): TokenRequest => ({
  kind,
  madeAt: madeAt.getTime(),
  ...given({ durationMs: durationMs ?? undefined, lifeMs: lifeMs ?? undefined, error: error ?? undefined }),
});
