import type { ConnectionError } from '@assay/contract/areas/server-connections/documents';
import type { Project } from '@assay/contract/areas/projects/documents';
import type { Server } from '@assay/contract/areas/servers/documents';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { connectSession } from '@assay/mcp/connect';
import { assertUsableDiscovery } from '@assay/mcp/oauth/authorization-code';
import { discoverOAuth, type OAuthDiscovery } from '@assay/mcp/oauth/discover';
import type { ServerTarget } from '@assay/mcp/target';
import type { Deps } from '../../deps.ts';
import { isSameAddress, toError } from '../../domain/server-connections/connection.ts';
import { findServer } from '../servers/find-server.ts';
import { examineServer, isReachedFromHere, subjectOf } from '../inspections/inspect-server.ts';
import { advanceConnection, findConnection, type NewConnection } from '../../store/server-connections/connections.ts';
import { ConnectionMember, type ProjectMember } from './member.ts';
import { refuseOtherAuthMethod } from '../../domain/server-connections/refuse-other-auth-method.ts';
import { saveUnder } from './save-under-free-name.ts';
import { validateConnection } from './validate-connection.ts';
import { sealAuthorizationContext } from './authorization-context.ts';

/** The timeout of the first look at a server, in milliseconds. */
const LOOK_MS = 8_000;

/** `projects` are the choices when the request names no project. */
export type ConnectionRequest = NewConnection & { reauthorize: boolean; projects: Project[] };

/** Takes a new connection through the steps that need no person, or ends it with a reason. */
export async function beginConnection(deps: Deps, wish: ConnectionRequest): Promise<void> {
  try {
    const member = await memberOf(deps, wish);
    if (!member) return;
    const saved = await savedServer(member, wish);
    const wants = await look(deps, wish, saved, member.projectId);
    if (wants === 'nothing') await takeIn(deps, wish, member, saved);
    else await awaitConsent(deps, wish, member, saved, wants);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await advanceConnection(deps.pool, wish.id, ['discovering'], 'failed', {
      error: error instanceof Ambiguous ? error.choice : toError(error),
    });
  }
}

/** Several saved servers have the address of the request. */
class Ambiguous extends Problem {
  readonly choice: ConnectionError;

  constructor(servers: Server[]) {
    super('CONFLICT', 'Several saved servers have this address; name one as serverId.');
    this.choice = {
      ...toError(this),
      candidates: servers.map(({ id, name, url }) => ({ id, name, ...given({ url }) })),
    };
  }
}

/** Undefined when a person has to choose the project first. */
async function memberOf(deps: Deps, wish: ConnectionRequest): Promise<ProjectMember | undefined> {
  const connecting = new ConnectionMember(deps, wish);
  if (wish.projectId !== undefined) return connecting.inProject(wish.projectId);
  const { projects } = wish;
  if (projects.length === 1) return connecting.inProject(projects[0]!.id);
  const candidates = projects.map(({ id, name }) => ({ id, name }));
  await advanceConnection(deps.pool, wish.id, ['discovering'], 'awaiting_project', {
    error: {
      code: 'VALIDATION_ERROR',
      message: 'Send the request again with the projectId of one of these projects.',
      retryable: false,
      candidates,
    },
  });
  return undefined;
}

/**
 * The saved server with the wanted address, if any.
 * @throws Problem CONFLICT when there are several, or the named server has another address.
 */
export async function savedServer(
  member: ProjectMember,
  { serverId, url }: { serverId?: string; url: string },
): Promise<Server | undefined> {
  if (serverId !== undefined) {
    const server = await member.server(serverId);
    if (!isSameAddress(server.url ?? '', url))
      throw new Problem('CONFLICT', `Server "${server.name}" is saved with another address.`, { serverId });
    return server;
  }
  const same = (await member.servers()).filter((server) => isSameAddress(server.url ?? '', url));
  if (same.length > 1) throw new Ambiguous(same);
  return same[0];
}

/** Whether the server needs a person's consent. Throws the Problem of a server that cannot be used at all. */
async function look(
  deps: Deps,
  wish: ConnectionRequest,
  saved: Server | undefined,
  projectId: string,
): Promise<'nothing' | OAuthDiscovery> {
  if (saved && !wish.reauthorize) {
    const problem = await problemOf(() => examineServer(deps, { projectId, serverId: saved.id }, 'validate', {}));
    if (!problem) return 'nothing';
    if (problem.code !== 'OAUTH_REQUIRED') throw problem;
  }
  const target = saved ? await savedTarget(deps, saved, projectId) : newTarget(deps, wish);
  const problem = await problemOf(async () => {
    await (await connectSession(target, { timeouts: { connectMs: LOOK_MS } })).close();
  });
  if (!problem) return 'nothing';
  if (problem.code !== 'OAUTH_REQUIRED') throw problem;
  const discovery = await discoverOAuth(target, { ...(problem.details as { resourceMetadataUrl?: string }) });
  assertUsableDiscovery(discovery);
  return discovery;
}

const newTarget = ({ egress }: Deps, { id, url, name }: ConnectionRequest): ServerTarget => ({
  serverId: id,
  serverName: name ?? new URL(url).hostname,
  url,
  egress,
});

/** The target of a saved server without its credentials: its address and the headers that route to it. */
async function savedTarget(deps: Deps, saved: Server, projectId: string): Promise<ServerTarget> {
  const { id: serverId, name } = saved;
  const server = await findServer(deps, { projectId, serverId });
  refuseOtherAuthMethod(saved);
  if (!isReachedFromHere(server))
    throw new Problem(
      'FEATURE_NOT_SUPPORTED',
      `Only a runner reaches server "${name}"; import tokens for it instead.`,
      { serverId },
    );
  const { tokens: _tokens, headers = {}, ...target } = subjectOf(deps, server).target;
  return {
    ...target,
    headers: Object.fromEntries(Object.entries(headers).filter(([header]) => header.toLowerCase() !== 'authorization')),
  };
}

async function problemOf(work: () => Promise<unknown>): Promise<Problem | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Saves a server that needs no consent, and validates the saved server. */
async function takeIn(
  deps: Deps,
  { id, url, name }: ConnectionRequest,
  member: ProjectMember,
  saved: Server | undefined,
): Promise<void> {
  const { projectId } = member;
  if ((await findConnection(deps.pool, id))?.status !== 'discovering') return;
  const server = saved ?? (await saveUnder(member, name ?? null, url, false));
  if (await advanceConnection(deps.pool, id, ['discovering'], 'validating', { projectId, serverId: server.id }))
    await validateConnection(deps, id, { projectId, serverId: server.id });
  else if (!saved) await member.deleteServer(server.id);
}

async function awaitConsent(
  deps: Deps,
  { id }: ConnectionRequest,
  { projectId }: ProjectMember,
  saved: Server | undefined,
  discovery: OAuthDiscovery,
): Promise<void> {
  await advanceConnection(deps.pool, id, ['discovering'], 'awaiting_authorization', {
    projectId,
    ...given({ meantServerId: saved?.id }),
    sealed: sealAuthorizationContext(deps, id, { discovery }),
  });
}
