import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import type { Channel } from '@assay/kit/client';
import { refuse } from './refusals.ts';

/** A saved server of the project. */
export interface NamedServer { id: string; name: string }

/** The project's servers of these ids, in this order and each once; what is not saved is left out. With `orNames`, names count too. */
export async function serversOf(catalog: Channel, projectId: string, serverIds: readonly string[], orNames = false): Promise<NamedServer[]> {
  const { servers } = await catalog.call(DirectoryService.resolveServers, { projectId, serverIds: [...new Set(serverIds)], orNames });
  return servers.map(({ id, name }) => ({ id, name }));
}

/** The server that each reference means, an id before a name; one that means none is refused at its place under `path`. */
export function meant(servers: readonly NamedServer[], references: readonly string[], path: string): NamedServer[] {
  return references.map((reference, i) => {
    const server = servers.find(({ id }) => id === reference) ?? servers.find(({ name }) => name === reference);
    if (!server) refuse({ path: `${path}/${i}`, message: 'is not a server of this project' });
    return server!;
  });
}
