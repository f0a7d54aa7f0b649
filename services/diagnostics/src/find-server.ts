import { DirectoryService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { conflict, notFound, Problem } from '@assay/contract/problem';
import type { Deps } from './deps.ts';

export interface Address { projectId: string; serverId: string }

/**
 * The saved server at an address of the API.
 * @throws Problem NOT_FOUND, or FEATURE_NOT_SUPPORTED for a server that only a runner can start.
 */
export async function findServer({ catalog }: Pick<Deps, 'catalog'>, { projectId, serverId }: Address): Promise<SavedServer> {
  const { servers: [server] } = await catalog.call(DirectoryService.resolveServers, { projectId, serverIds: [serverId] });
  if (!server) throw notFound('server');
  if (server.transport !== 'http') {
    throw new Problem('FEATURE_NOT_SUPPORTED', `Server "${server.name}" is started by a command; such a server needs a runner that allows it.`, { serverId, transport: server.transport });
  }
  return server;
}

/** The saved server, if its project lets it be used. */
export async function findEnabledServer(deps: Pick<Deps, 'catalog'>, address: Address): Promise<SavedServer> {
  const server = await findServer(deps, address);
  if (!server.enabled) throw conflict(`Server "${server.name}" is switched off.`, { serverId: server.id });
  return server;
}
