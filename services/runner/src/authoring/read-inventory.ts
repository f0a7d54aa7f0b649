import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { ConnectSession } from '../sessions/connect.ts';
import { serverTools } from '../sessions/server-tools.ts';

/** Reads the tools of every server. Throws the Problem of a server that cannot be reached. */
export function readInventory(
  servers: SavedServer[],
  connect: ConnectSession,
  traceparent: string,
  signal: AbortSignal,
): Promise<ServerInventory[]> {
  return Promise.all(
    servers.map(async (server) => {
      const session = await connect(server, traceparent, signal);
      try {
        return await serverTools(server, session, signal);
      } finally {
        await session.close();
      }
    }),
  );
}
