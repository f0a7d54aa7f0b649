import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { hashOfSecret } from '@assay/kit/security/secret';
import { beginAuthorization } from '@assay/mcp/oauth/authorization-code';
import { obtainClient } from '@assay/mcp/oauth/register';
import { htmlAnswer } from '@assay/page/html-answer';
import { cookieOf, deadLinkAnswer, isFormOf } from '../../flows/server-connections/browser.ts';
import { ConnectionMember } from '../../flows/server-connections/member.ts';
import {
  clientMetadataUrl,
  openAuthorizationContext,
  redirectUri,
  sealAuthorizationContext,
  type AuthorizationContext,
} from '../../flows/server-connections/authorization-context.ts';
import type { Deps } from '../../deps.ts';
import { isFinal, isSameAddress, toError, type StoredConnection } from '../../domain/server-connections/connection.ts';
import { connectionEndings, onwardPage } from '../../domain/server-connections/connection-pages.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { savedClient } from '../../store/oauth-grants/grant-secrets.ts';
import { advanceConnection, findConnection, setOut } from '../../store/server-connections/connections.ts';

export const beginConnectionAuthorization = (deps: Deps) =>
  handle(operations.beginConnectionAuthorization, async (_caller, { requestId, browserToken }, form) => {
    const connection = await findConnection(deps.pool, requestId);
    const isOpen = connection?.status === 'awaiting_authorization' || connection?.status === 'authorizing';
    if (!isOpen) return deadLinkAnswer();
    if (!isFormOf(form, browserToken, requestId)) return htmlAnswer(connectionEndings.otherBrowser());
    try {
      await new ConnectionMember(deps, connection).inProject(connection.projectId!);
      const { authorizationUrl, ...out } = await wayOut(deps, connection);
      const isOut = await setOut(deps.pool, requestId, { ...out, browserHash: hashOfSecret(browserToken) });
      return isOut ? htmlAnswer(onwardPage(authorizationUrl), cookieOf(deps, browserToken)) : deadLinkAnswer();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!isFinal(error)) return htmlAnswer(connectionEndings.busy());
      await advanceConnection(deps.pool, requestId, ['awaiting_authorization', 'authorizing'], 'failed', {
        error: toError(error),
      });
      return htmlAnswer(connectionEndings.failed(error.message));
    }
  });

/** The authorization URL for the browser, and the values that recognize the browser when it returns. */
async function wayOut(
  deps: Deps,
  connection: StoredConnection,
): Promise<{ authorizationUrl: string; sealed: Buffer; stateHash: Buffer }> {
  const way = openAuthorizationContext(deps, connection)!;
  const { wishes, ...leg } = await legOf(deps, connection, way);
  const { url: authorizationUrl, state, codeVerifier } = await beginAuthorization({ ...leg, ...wishes });
  if (!/^https?:$/.test(new URL(authorizationUrl).protocol))
    throw new Problem('OAUTH_REQUIRED', 'The authorization server names no web page to consent on.');
  const kept: AuthorizationContext = { discovery: leg.discovery, client: leg.client, codeVerifier, ...wishes };
  return {
    authorizationUrl,
    sealed: sealAuthorizationContext(deps, connection.id, kept),
    stateHash: hashOfSecret(state),
  };
}

/** The client, resource and scopes of an authorization; the settings of a saved server decide them. */
async function legOf(
  deps: Deps,
  { meantServerId, projectId, url }: StoredConnection,
  { discovery, client }: AuthorizationContext,
) {
  const saved =
    meantServerId === null ? undefined : await findServer(deps, { projectId: projectId!, serverId: meantServerId });
  // The saved client is for the server's present address, but the discovery was made at the old one.
  if (saved && !isSameAddress(saved.url, url))
    throw new Problem('CONFLICT', `Server "${saved.name}" is now saved with another address.`, {
      serverId: saved.id,
    });
  const scopes = saved?.oauthScopes.length ? { scopes: saved.oauthScopes } : {};
  const meant = saved?.oauthResourceUrl ? { ...discovery, resource: saved.oauthResourceUrl } : discovery;
  const strategy = saved?.registrationStrategy
    ? { strategy: saved.registrationStrategy as 'cimd' | 'dcr' | 'preregistered' }
    : {};
  const known =
    client ??
    (await obtainClient({
      discovery: meant,
      redirectUri: redirectUri(deps),
      clientMetadataUrl: clientMetadataUrl(deps),
      egress: deps.egress,
      saved: saved && savedClient(saved, deps.keyEncryptionKey),
      ...scopes,
      ...strategy,
    }));
  return {
    discovery: meant,
    client: known,
    redirectUri: redirectUri(deps),
    wishes: scopes,
  };
}
