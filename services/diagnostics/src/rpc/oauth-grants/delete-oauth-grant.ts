import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeGrant } from '../../actions/oauth-grants/remove-grant.ts';
import type { Deps } from '../../deps.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { openSecrets } from '../../store/oauth-grants/grant-secrets.ts';
import type { GrantRow } from '../../store/oauth-grants/oauth-grants.ts';
import { revokeGrant } from '../../flows/oauth-grants/revoke-grant.ts';

export const deleteOAuthGrant = (deps: Deps) =>
  handle(operations.deleteOAuthGrant, async (_caller, address) => {
    const server = await findServer(deps, address);
    const grant = await removeGrant(deps.pool, { projectId: server.projectId, serverId: server.id });
    if (!grant) throw notFound('OAuth grant');
    deps.tokens.forget(server.id);
    deps.sessions.forget(server.id);
    return { deleted: true as const, revoked: await revoked(deps, server, grant) };
  });

/** The grant is deleted already, so that no failure to revoke it is an error of the request. */
async function revoked(deps: Deps, server: SavedServer, grant: GrantRow): Promise<boolean> {
  try {
    return await revokeGrant(deps, server, grant, openSecrets(grant, deps.keyEncryptionKey));
  } catch (error) {
    deps.log.error({ err: error, serverId: server.id }, 'a deleted grant could not be revoked');
    return false;
  }
}
