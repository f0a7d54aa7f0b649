import { refuseFault } from '@assay/contract/fault';
import { DirectoryService, type SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { Channel } from '@assay/kit/rpc/client';
import type { SavedServerName } from '../../domain/bundles/bundle-source.ts';

/** The project's servers with these ids, without credentials; unknown ones are left out. No ids make no call. */
export async function savedServerRecords(
  catalog: Channel,
  projectId: string,
  serverIds: string[],
): Promise<SavedServer[]> {
  if (serverIds.length === 0) return [];
  const request = { projectId, serverIds, withoutCredentials: true };
  return (await catalog.call(DirectoryService.resolveServers, request)).servers;
}

/** The names of the project's servers with these ids. */
export const savedServers = async (
  catalog: Channel,
  projectId: string,
  serverIds: string[],
): Promise<SavedServerName[]> =>
  (await savedServerRecords(catalog, projectId, serverIds)).map(({ id, name, enabled }) => ({
    id,
    name,
    isEnabled: enabled,
  }));

/** Throws VALIDATION_ERROR for the first id that is not a saved server of the project. */
export async function assertSavedServers(catalog: Channel, projectId: string, serverIds: string[]): Promise<void> {
  const saved = new Set((await savedServers(catalog, projectId, serverIds)).map(({ id }) => id));
  const unknown = serverIds.findIndex((id) => !saved.has(id));
  if (unknown >= 0) refuseFault({ path: `/serverIds/${unknown}`, message: 'is not a server of this project' });
}
