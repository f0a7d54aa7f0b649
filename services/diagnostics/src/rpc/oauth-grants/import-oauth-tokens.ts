import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { ImportTokens } from '@assay/contract/areas/oauth-grants/documents';
import { operations } from '@assay/contract/operations';
import { invalid } from '@assay/contract/problem';
import { callOperation } from '@assay/kit/rpc/call-operation';
import { handle } from '@assay/kit/rpc/handle';
import { importGrant, type TokenResponse } from '../../actions/oauth-grants/store-grant.ts';
import type { Deps } from '../../deps.ts';
import { importFault } from '../../domain/oauth-grants/import-fault.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { forgetUnlessSaved } from '../../flows/oauth-grants/forget-unless-saved.ts';
import { savedClient } from '../../store/oauth-grants/grant-secrets.ts';

export const importOAuthTokens = (deps: Deps) =>
  handle(operations.importOAuthTokens, async (_caller, { projectId, serverId }, input) => {
    const server = await findServer(deps, { projectId, serverId });
    const fault = importFault(
      { ...server, hasSecret: savedClient(server, deps.keyEncryptionKey)?.client_secret !== undefined },
      input,
    );
    if (fault) throw invalid(`${fault.path} ${fault.message}.`, { issues: [fault] });
    await switchOnOAuth(deps, server);
    const { serverUrl, oauthResourceUrl = server.oauthResourceUrl, authorizationServerUrl } = input;
    const authority = {
      ...(authorizationServerUrl && { authorizationServerUrl }),
      ...(oauthResourceUrl && { resource: oauthResourceUrl }),
    };
    const granted = {
      projectId,
      serverId,
      serverUrl,
      tokens: said(input.tokens),
      client: clientOf(input),
      authority,
      isNamed: authorizationServerUrl !== undefined,
    };
    const { expiresAt } = await importGrant(deps.pool, deps.keyEncryptionKey, granted);
    await forgetUnlessSaved(deps, { projectId, serverId });
    deps.tokens.forget(serverId);
    deps.sessions.forget(serverId);
    return { imported: true as const, expiresAt: expiresAt && expiresAt.getTime() };
  });

const clientOf = ({ clientInformation: client }: ImportTokens) =>
  client && {
    client_id: client.clientId,
    ...given({ client_secret: client.clientSecret }),
  };

/** Null is the same as absent. */
const said = ({ access_token, refresh_token, id_token, expires_in, scope }: ImportTokens['tokens']): TokenResponse => ({
  access_token,
  refresh_token: refresh_token ?? undefined,
  id_token: id_token ?? undefined,
  expires_in: expires_in ?? undefined,
  scope: scope ?? undefined,
});

/** Connections use a grant only when the server is saved with OAuth; other servers skip the lookup. */
async function switchOnOAuth(
  { catalog }: Deps,
  { id: serverId, projectId, useOauth, authMethod }: SavedServer,
): Promise<void> {
  if (useOauth && authMethod === 'oauth') return;
  await callOperation(
    catalog,
    operations.updateProjectServer,
    { projectId, serverId },
    { useOAuth: true, authMethod: 'oauth' },
  );
}
