import type { ServerConnection } from '@assay/contract/documents/connection';
import { notFound, Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/caller';
import type { Deps } from '../deps.ts';
import { toDocument, type Connection } from '../domain/connection.ts';
import { findServer } from '../find-server.ts';
import { findConnection } from '../store/connections.ts';
import { Member } from './member.ts';
import { handoffUrl } from './way.ts';

/** The connection, for callers of the organization that asked for it who may see its project. */
export async function connectionOf(deps: Deps, { organizationId, userId, keyId }: Caller, id: string): Promise<Connection> {
  const connection = await findConnection(deps.pool, id);
  if (!connection || connection.organizationId !== organizationId) throw notFound('connection');
  const { projectId } = connection;
  const isSeen = projectId === null || await unlessMissing(new Member(deps, { organizationId, userId: userId!, keyId: keyId! }).inProject(projectId));
  if (!isSeen) throw notFound('connection');
  return connection;
}

/** The connection as it stands now. */
export async function shown(deps: Deps, caller: Caller, id: string): Promise<ServerConnection> {
  const connection = await connectionOf(deps, caller, id);
  const { projectId, serverId } = connection;
  const server = projectId !== null && serverId !== null ? await unlessMissing(findServer(deps, { projectId, serverId })) : undefined;
  return toDocument(connection, handoffUrl(deps, id), server && { id: server.id, name: server.name, url: server.url, enabled: server.enabled });
}

/** Undefined for what is not there. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
