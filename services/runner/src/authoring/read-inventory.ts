import type { ServerInventory } from '@assay/contract/documents/transcript';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { Connect } from '../connect.ts';

/** Every page of every server's tools. Throws the Problem of a server that cannot be connected to, or has no tools. */
export function readInventory(servers: SavedServer[], connect: Connect, traceparent: string, signal: AbortSignal): Promise<ServerInventory[]> {
  return Promise.all(servers.map(async (server) => {
    const session = await connect(server, traceparent, signal);
    try {
      return { serverId: server.id, serverName: server.name, complete: true, tools: await session.listAllTools({ signal }) };
    } finally {
      await session.close();
    }
  }));
}
