import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { ConnectSession } from '../../reach/sessions/connect.ts';
import type { ListedValue } from '../../domain/authoring/listed-values.ts';
import { askListTools } from './ask-list-tools.ts';
import { serverTools } from '../../reach/sessions/server-tools.ts';

/** The tools of a server, and values that exist on it. */
export interface ReadServer {
  inventory: ServerInventory;
  listed: ListedValue[];
}

/**
 * Reads the tools of every server, and asks its list tools for values when `asksLists`. Throws the Problem of a server that
 * cannot be reached.
 */
export function readInventory(
  servers: SavedServer[],
  connect: ConnectSession,
  traceparent: string,
  { signal, asksLists }: { signal: AbortSignal; asksLists: boolean },
): Promise<ReadServer[]> {
  return Promise.all(
    servers.map(async (server) => {
      const session = await connect(server, traceparent, signal);
      try {
        const inventory = await serverTools(server, session, signal);
        return { inventory, listed: asksLists ? await askListTools(inventory, session, signal) : [] };
      } finally {
        await session.close();
      }
    }),
  );
}
