import type { Server } from '@assay/contract/areas/servers/documents';
import { Problem } from '@assay/contract/problem';
import { MESH_BACK_OFF, retry } from '@assay/kit/concurrency/back-off';
import { isUnavailable } from '@assay/kit/postgres/db';
import { inFlight } from '@assay/kit/requests/in-flight';
import { finishAuthorization } from '@assay/mcp/oauth/authorization-code';
import { authorityOf } from '@assay/mcp/oauth/authority';
import { offeredScopes } from '@assay/mcp/oauth/scopes';
import { storeConnectionGrant } from '../../actions/server-connections/store-connection-grant.ts';
import type { Deps } from '../../deps.ts';
import { toError, type StoredConnection } from '../../domain/server-connections/connection.ts';
import { connectionEndings } from '../../domain/server-connections/connection-pages.ts';
import { forgetUnlessSaved } from '../oauth-grants/forget-unless-saved.ts';
import { advanceConnection, findConnection } from '../../store/server-connections/connections.ts';
import { savedServer } from './begin-connection.ts';
import { ConnectionMember, type ProjectMember } from './member.ts';
import { refuseOtherAuthMethod } from '../../domain/server-connections/refuse-other-auth-method.ts';
import { saveUnder } from './save-under-free-name.ts';
import { validateConnection } from './validate-connection.ts';
import { redirectUri, type AuthorizationContext } from './authorization-context.ts';

/** The connection was cancelled meanwhile. */
class GivenUp extends Error {}

/** Exchanges the code for a grant, saves the server with it, and validates it; returns the final page. */
export async function takeGrant(
  deps: Deps,
  connection: StoredConnection,
  way: AuthorizationContext,
  code: string,
  iss: string | undefined,
): Promise<string> {
  const { id, url } = connection;
  const host = new URL(url).host;
  try {
    const member = await new ConnectionMember(deps, connection).inProject(connection.projectId!);
    const server = await granted(deps, connection, member, way, code, iss);
    const wrong = await validateConnection(deps, id, { projectId: member.projectId, serverId: server.id });
    return wrong ? connectionEndings.unwell(host, wrong.message) : connectionEndings.connected(host);
  } catch (error) {
    if (error instanceof GivenUp) return connectionEndings.givenUp();
    const problem = error instanceof Problem ? error : lostGrantProblem();
    if (problem !== error) deps.log.error({ err: error, connectionId: id }, 'a grant was given and could not be kept');
    await persistently(() => advanceConnection(deps.pool, id, ['validating'], 'failed', { error: toError(problem) }));
    return connectionEndings.failed(problem.message);
  }
}

/** The saved server, with the grant stored for it. */
async function granted(
  deps: Deps,
  connection: StoredConnection,
  member: ProjectMember,
  { discovery, client, codeVerifier, scopes }: AuthorizationContext,
  code: string,
  iss: string | undefined,
): Promise<Server> {
  const { id, url } = connection;
  // The server named the authorization server for this code: do not send the code when the request means another server
  // by now.
  await suitable(connection, member);
  const startedAt = performance.now();
  const tokens = await finishAuthorization({
    discovery,
    client: client!,
    redirectUri: redirectUri(deps),
    code,
    codeVerifier: codeVerifier!,
    iss,
    egress: deps.egress,
  });
  const requestMs = performance.now() - startedAt;
  if ((await findConnection(deps.pool, id))?.status !== 'validating') throw new GivenUp();
  const { server, isNew } = await chosen(connection, member);
  const { organizationId, userId, keyId, sessionId } = connection;
  const grant = {
    projectId: member.projectId,
    serverId: server.id,
    serverUrl: url,
    tokens,
    client,
    authority: authorityOf(discovery),
    asked: scopes ?? discovery.scopes,
    offered: offeredScopes(discovery),
    requestMs,
    by: {
      organizationId,
      userId,
      keyId,
      ...(sessionId !== null && { sessionId }),
    },
  };
  const isKept = await persistently(() => storeConnectionGrant(deps.pool, deps.keyEncryptionKey, id, grant));
  if (!isKept) {
    if (isNew) await member.deleteServer(server.id);
    throw new GivenUp();
  }
  deps.tokens.forget(server.id);
  deps.sessions.forget(server.id);
  await forgetUnlessSaved(deps, grant);
  if (!isNew) await member.switchOnOAuth(server);
  return server;
}

/** The server that the request names, or that was saved under the address meanwhile, or a new one. */
async function chosen(
  connection: StoredConnection,
  member: ProjectMember,
): Promise<{ server: Server; isNew: boolean }> {
  const saved = await suitable(connection, member);
  return saved
    ? { server: saved, isNew: false }
    : { server: await saveUnder(member, connection.name, connection.url, true), isNew: true };
}

/**
 * The saved server that a grant is for, if any.
 * @throws Problem CONFLICT when it has another address or authenticates in another way.
 */
async function suitable({ meantServerId, url }: StoredConnection, member: ProjectMember): Promise<Server | undefined> {
  const saved = await savedServer(member, { url, ...(meantServerId !== null && { serverId: meantServerId }) });
  if (saved) refuseOtherAuthMethod(saved);
  return saved;
}

/** The code is used up, so that the grant must not get lost because Postgres is restarting. */
const persistently = <T>(store: () => Promise<T>): Promise<T> =>
  retry(store, { ...MESH_BACK_OFF, signal: inFlight()!.signal, again: isUnavailable });

const lostGrantProblem = () =>
  new Problem('INTERNAL_ERROR', 'The authorization server gave a grant that could not be stored: connect again.');
