import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { McpSession } from '@assay/mcp/session';
import type { ConnectSession } from '../../reach/sessions/connect.ts';
import { listedValues, listTools, type ListedValue } from '../../domain/authoring/listed-values.ts';
import { serverTools } from '../../reach/sessions/server-tools.ts';

/** The time that one list tool gets, in milliseconds. */
const LIST_MS = 5_000;
/** At most this long a result is read, in characters. */
const MAX_RESULT = 200_000;

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

/**
 * Asks the list tools of a server, which say that they only read and need no argument, for values that exist. A tool that
 * fails tells nothing: drafts do without its values.
 */
async function askListTools(
  { tools }: ServerInventory,
  session: McpSession,
  signal: AbortSignal,
): Promise<ListedValue[]> {
  const values: ListedValue[] = [];
  for (const name of listTools(tools)) {
    const within = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
    const result = await session.callTool(name, {}, { signal: within }).catch(() => undefined);
    signal.throwIfAborted();
    if (result && result.json.length <= MAX_RESULT) values.push(...listedValues(name, result.value));
  }
  return values;
}
