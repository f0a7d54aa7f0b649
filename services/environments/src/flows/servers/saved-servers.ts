import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import type { Channel } from '@assay/kit/rpc/client';
import type { SavedServerName } from '../../domain/bundles/selected-servers.ts';

/** The project's servers with these ids; unknown ones are left out. Calls nobody for no ids. */
export async function savedServers(
  catalog: Channel,
  projectId: string,
  serverIds: string[],
): Promise<SavedServerName[]> {
  if (serverIds.length === 0) return [];
  const request = { projectId, serverIds, withoutCredentials: true };
  const { servers } = await catalog.call(DirectoryService.resolveServers, request);
  return servers.map(({ id, name, enabled }) => ({ id, name, isEnabled: enabled }));
}
