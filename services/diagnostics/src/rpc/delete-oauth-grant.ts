import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { deleteOAuthGrant as operation } from '@assay/contract/operations/oauth';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Authority } from '@assay/mcp/oauth/authority';
import { revokeToken } from '@assay/mcp/oauth/revoke';
import type { Deps } from '../deps.ts';
import { findServer } from '../find-server.ts';
import { openSecrets, savedClient } from '../grant-secrets.ts';
import { deleteGrant, type GrantRow } from '../store/oauth-grants.ts';

const REVOCATION_MS = 5_000;

export const deleteOauthGrant = (deps: Deps) =>
  handle(operation, async (_caller, address) => {
    const server = await findServer(deps, address);
    const grant = await deleteGrant(deps.pool, server.id);
    if (!grant) throw notFound('OAuth grant');
    deps.tokens.forget(server.id);
    return { deleted: true as const, revoked: await revoke(deps, server, grant) };
  });

async function revoke({ egress, keyEncryptionKey }: Deps, server: SavedServer, grant: GrantRow): Promise<boolean> {
  const authority: Authority = grant.authority;
  const { authorizationServerUrl } = authority;
  const { accessToken, refreshToken, client = savedClient(server, keyEncryptionKey) } = openSecrets(grant, keyEncryptionKey);
  const token = refreshToken ?? accessToken;
  if (authorizationServerUrl === undefined || client === undefined || token === undefined) return false;
  const hint = refreshToken === undefined ? 'access_token' : 'refresh_token';
  return revokeToken({ server: { ...authority, authorizationServerUrl }, client, token, hint, egress, signal: AbortSignal.timeout(REVOCATION_MS) });
}
