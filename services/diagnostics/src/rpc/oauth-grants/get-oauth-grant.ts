import { withHiddenPath } from '@assay/contract/areas/servers/path-secrets';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { openSecrets } from '../../store/oauth-grants/grant-secrets.ts';
import { findGrant } from '../../store/oauth-grants/oauth-grants.ts';

export const getOAuthGrant = (deps: Deps) =>
  handle(operations.getOAuthGrant, async (_caller, address) => {
    const { id } = await findServer(deps, address);
    const grant = await findGrant(deps.pool, id);
    if (!grant) throw notFound('OAuth grant');
    const {
      serverUrl,
      grantType,
      authority,
      scopes,
      expiresAt,
      state,
      lastRefreshAt,
      lastError,
      createdAt,
      updatedAt,
    } = grant;
    return {
      serverUrl: withHiddenPath(serverUrl),
      grantType,
      scopes,
      state,
      expiresAt: expiresAt && expiresAt.getTime(),
      ...given({ authorizationServer: authority.authorizationServerUrl }),
      ...(authority.resource !== undefined && { resource: withHiddenPath(authority.resource) }),
      hasRefreshToken: openSecrets(grant, deps.keyEncryptionKey).refreshToken !== undefined,
      ...given({ lastRefreshAt: lastRefreshAt?.getTime() }),
      ...(lastError && { lastError: { code: lastError.code, message: lastError.message } }),
      createdAt: createdAt.getTime(),
      updatedAt: updatedAt.getTime(),
    };
  });
