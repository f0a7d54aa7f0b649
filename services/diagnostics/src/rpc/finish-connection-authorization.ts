import { finishConnectionAuthorization as operation } from '@assay/contract/operations/connections';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { finishAuthorization } from '@assay/mcp/oauth/authorization-code';
import { storeGrant } from '../actions/store-grant.ts';
import { saveUnder } from '../connecting/begin.ts';
import { htmlAnswer } from '../connecting/html-answer.ts';
import { Member } from '../connecting/member.ts';
import { validateConnection } from '../connecting/validate.ts';
import { hashOf, isSecretOf, openWay, redirectUri, type Way } from '../connecting/way.ts';
import type { Deps } from '../deps.ts';
import { authorityOf } from '../domain/authority.ts';
import { toError, type Connection } from '../domain/connection.ts';
import { endings } from '../domain/connection-pages.ts';
import { advance, findConnectionByState } from '../store/connections.ts';

export const finishConnectionAuthorization = (deps: Deps) =>
  handle(operation, async (_caller, { browserToken }, { state, code, iss, error }) => {
    const connection = state === undefined ? undefined : await findConnectionByState(deps.pool, hashOf(state));
    if (connection?.status !== 'authorizing') return htmlAnswer(endings.unknown());
    if (!isSecretOf(connection.browserHash, browserToken)) return htmlAnswer(endings.otherBrowser());
    const way = openWay(deps, connection)!;
    // Whoever comes back with the same answer a second time finds nothing.
    if (!await advance(deps.pool, connection.id, ['authorizing'], 'validating')) return htmlAnswer(endings.unknown());
    if (error !== undefined || code === undefined) {
      const refused = new Problem('OAUTH_REQUIRED', error === 'access_denied' ? 'Access was denied at the authorization server.' : 'The authorization server gave no grant.');
      await advance(deps.pool, connection.id, ['validating'], 'failed', { error: toError(refused) });
      return htmlAnswer(endings.refused());
    }
    try {
      return htmlAnswer(await take(deps, connection, way, code, iss));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      await advance(deps.pool, connection.id, ['validating'], 'failed', { error: toError(problem) });
      return htmlAnswer(endings.failed(problem.message));
    }
  });

/** Changes the code into a grant, saves the server with it, and tries it; the page to end on. */
async function take(deps: Deps, connection: Connection, { discovery, client, codeVerifier }: Way, code: string, iss: string | undefined): Promise<string> {
  const { id, url, name } = connection;
  const member = await new Member(deps, connection).inProject(connection.projectId!);
  const tokens = await finishAuthorization({ discovery, client: client!, redirectUri: redirectUri(deps), code, codeVerifier: codeVerifier!, iss, egress: deps.egress });
  const serverId = connection.serverId ?? (await saveUnder(member, name, url, true)).id;
  const address = { projectId: member.projectId, serverId };
  await storeGrant(deps.pool, deps.keyEncryptionKey, { ...address, serverUrl: url, tokens, client, authority: authorityOf(discovery) });
  deps.tokens.forget(serverId);
  await advance(deps.pool, id, ['validating'], 'validating', { serverId });
  const wrong = await validateConnection(deps, id, address);
  const host = new URL(url).host;
  return wrong ? endings.unwell(host, wrong.message) : endings.connected(host);
}
