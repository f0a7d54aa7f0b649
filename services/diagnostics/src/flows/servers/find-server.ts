import { DirectoryService, type SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { conflict, notFound } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import type { ServerAddress } from '../../domain/servers/server-address.ts';

/**
 * The saved server that the path of a request names.
 * @throws Problem NOT_FOUND.
 */
export async function findServer(
  { catalog }: Pick<Deps, 'catalog'>,
  { projectId, serverId }: ServerAddress,
): Promise<SavedServer> {
  const {
    servers: [server],
  } = await catalog.call(DirectoryService.resolveServers, { projectId, serverIds: [serverId] });
  if (!server) throw notFound('server');
  return server;
}

/** The saved server, if it is enabled. */
export async function findEnabledServer(deps: Pick<Deps, 'catalog'>, address: ServerAddress): Promise<SavedServer> {
  const server = await findServer(deps, address);
  if (!server.enabled) throw conflict(`Server "${server.name}" is switched off.`, { serverId: server.id });
  return server;
}
