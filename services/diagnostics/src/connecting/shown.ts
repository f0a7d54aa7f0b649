import type { ServerConnection } from '@assay/contract/documents/connection';
import { notFound } from '@assay/contract/problem';
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
  if (connection.projectId !== null) await new Member(deps, { organizationId, userId: userId!, keyId: keyId! }).inProject(connection.projectId).catch(() => { throw notFound('connection'); });
  return connection;
}

/** The connection as it stands now. */
export async function shown(deps: Deps, caller: Caller, id: string): Promise<ServerConnection> {
  const connection = await connectionOf(deps, caller, id);
  const { projectId, serverId } = connection;
  const server = projectId !== null && serverId !== null ? await findServer(deps, { projectId, serverId }).catch(() => undefined) : undefined;
  return toDocument(connection, handoffUrl(deps, id), server && { id: server.id, name: server.name, url: server.url, enabled: server.enabled });
}
