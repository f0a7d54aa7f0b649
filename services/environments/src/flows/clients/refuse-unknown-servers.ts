import { refuseFault } from '@assay/contract/fault';
import type { Channel } from '@assay/kit/rpc/client';
import { savedServers } from '../servers/saved-servers.ts';

/**
 * Checks servers that a request names, each with its place in the request.
 * @throws VALIDATION_ERROR that names the servers that the project has not saved.
 */
export async function refuseUnknownServers(
  catalog: Channel,
  projectId: string,
  named: readonly { path: string; id: string }[],
): Promise<void> {
  const servers = await savedServers(catalog, projectId, [...new Set(named.map(({ id }) => id))]);
  const saved = new Set(servers.map(({ id }) => id));
  const unknown = named.filter(({ id }) => !saved.has(id));
  if (unknown.length === 0) return;
  refuseFault(
    { path: unknown[0]!.path, message: 'is not a server of this project' },
    { unknownServerIds: [...new Set(unknown.map(({ id }) => id))] },
  );
}
