import { randomBytes } from 'node:crypto';
import { openConnectionHandoff as operation } from '@assay/contract/operations/connections';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { beginAuthorization } from '@assay/mcp/oauth/authorization-code';
import { obtainClient } from '@assay/mcp/oauth/register';
import { htmlAnswer } from '../connecting/html-answer.ts';
import { Member } from '../connecting/member.ts';
import { clientMetadataUrl, hashOf, openWay, redirectUri, sealWay } from '../connecting/way.ts';
import type { Deps } from '../deps.ts';
import { toError, type Connection } from '../domain/connection.ts';
import { consentPage, endings } from '../domain/connection-pages.ts';
import { advance, findConnection, setOut } from '../store/connections.ts';

export const openConnectionHandoff = (deps: Deps) =>
  handle(operation, async (_caller, { requestId }) => {
    const connection = await findConnection(deps.pool, requestId);
    const isOpen = connection?.status === 'awaiting_authorization' || connection?.status === 'authorizing';
    if (!isOpen) return htmlAnswer(endings.unknown());
    try {
      return await led(deps, connection);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await advance(deps.pool, requestId, ['awaiting_authorization', 'authorizing'], 'failed', { error: toError(error) });
      return htmlAnswer(endings.failed(error.message));
    }
  });

/** The page that leads to the authorization server, and the cookie that ties the way back to this browser. */
async function led(deps: Deps, connection: Connection) {
  const { id, url, projectId } = connection;
  const { egress } = deps;
  const way = openWay(deps, connection)!;
  const leg = { discovery: way.discovery, redirectUri: redirectUri(deps) };
  const client = way.client ?? await obtainClient({ ...leg, clientMetadataUrl: clientMetadataUrl(deps), egress });
  const { url: authorizationUrl, state, codeVerifier } = await beginAuthorization({ ...leg, client });
  if (!/^https?:$/.test(new URL(authorizationUrl).protocol)) throw new Problem('OAUTH_REQUIRED', 'The authorization server names no web page to consent on.');
  const [asking, browserToken] = [await (await new Member(deps, connection).inProject(projectId!)).described(), randomBytes(32).toString('base64url')];
  const hashes = { stateHash: hashOf(state), browserHash: hashOf(browserToken) };
  if (!await setOut(deps.pool, id, { sealed: sealWay(deps, id, { ...way, client, codeVerifier }), ...hashes })) return htmlAnswer(endings.unknown());
  const page = consentPage({ ...asking, server: `${new URL(url).origin}${new URL(url).pathname}`, authorizationHost: new URL(authorizationUrl).host, authorizationUrl });
  const secure = deps.publicUrl.startsWith('https:') ? '; Secure' : '';
  return htmlAnswer(page, { 'Set-Cookie': `assay_connection=${browserToken}; Path=/api/v1/oauth; Max-Age=900; HttpOnly; SameSite=Lax${secure}` });
}
