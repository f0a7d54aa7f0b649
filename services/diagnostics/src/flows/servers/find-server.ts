import { DirectoryService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { conflict, notFound } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';

export interface Address {
  projectId: string;
  serverId: string;
}

/**
 * The saved server at an address of the API.
 * @throws Problem NOT_FOUND.
 */
export async function findServer(
  { catalog }: Pick<Deps, 'catalog'>,
  { projectId, serverId }: Address,
): Promise<SavedServer> {
  const {
    servers: [server],
  } = await catalog.call(DirectoryService.resolveServers, { projectId, serverIds: [serverId] });
  if (!server) throw notFound('server');
  return server;
}

/** The saved server, if its project lets it be used. */
export async function findEnabledServer(deps: Pick<Deps, 'catalog'>, address: Address): Promise<SavedServer> {
  const server = await findServer(deps, address);
  if (!server.enabled) throw conflict(`Server "${server.name}" is switched off.`, { serverId: server.id });
  return server;
}
