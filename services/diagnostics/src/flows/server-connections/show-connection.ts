import { withHiddenPath } from '@assay/contract/areas/servers/path-secrets';
import { roleIncludes, type Role } from '@assay/contract/access';
import type { ServerConnection } from '@assay/contract/areas/server-connections/documents';
import { notFound, Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import { toDocument, type StoredConnection } from '../../domain/server-connections/connection.ts';
import { findServer } from '../servers/find-server.ts';
import { findConnection } from '../../store/server-connections/connections.ts';
import { ConnectionMember, type ProjectMember } from './member.ts';
import { handoffUrl } from './authorization-context.ts';

/**
 * The connection, for callers of its organization that can see its project; before it has a project, only for the
 * caller that asked for it.
 * @throws Problem NOT_FOUND, or FORBIDDEN when the caller's role in the project is below `needed`.
 */
export const connectionOf = async (deps: Deps, caller: Caller, id: string, needed: Role): Promise<StoredConnection> =>
  (await seen(deps, caller, id, needed)).connection;

async function seen(
  deps: Deps,
  { organizationId, userId, keyId = '', sessionId }: Caller,
  id: string,
  needed: Role,
): Promise<{ connection: StoredConnection; member: ProjectMember | undefined }> {
  const connection = await findConnection(deps.pool, id);
  if (!connection || connection.organizationId !== organizationId) throw notFound('connection');
  const { projectId } = connection;
  const member =
    projectId === null
      ? undefined
      : await unlessMissing(
          new ConnectionMember(deps, {
            organizationId,
            userId: userId!,
            keyId,
            sessionId: sessionId ?? null,
          }).inProject(projectId, needed),
        );
  if (!member && (projectId !== null || connection.userId !== userId)) throw notFound('connection');
  return { connection, member };
}

/** The connection as it is now, with `handoffUrl` for callers that may continue it. */
export async function showConnection(deps: Deps, caller: Caller, id: string): Promise<ServerConnection> {
  const { connection, member } = await seen(deps, caller, id, 'viewer');
  const { projectId, serverId } = connection;
  const server =
    projectId !== null && serverId !== null
      ? await unlessMissing(findServer(deps, { projectId, serverId }))
      : undefined;
  return toDocument(
    connection,
    roleIncludes(member?.role, 'member') ? handoffUrl(deps, id) : undefined,
    server && {
      id: server.id,
      name: server.name,
      url: withHiddenPath(server.url),
      enabled: server.enabled,
    },
  );
}

/** Undefined instead of a NOT_FOUND. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
