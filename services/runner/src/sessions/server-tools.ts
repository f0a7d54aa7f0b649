import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { McpSession } from '@assay/mcp/session';

/** Every page of a server's tools; empty for a server without tools. */
export async function serverTools(
  { id: serverId, name: serverName }: SavedServer,
  session: McpSession,
  signal: AbortSignal,
): Promise<ServerInventory> {
  const tools = session.info.capabilities.tools ? await session.listAllTools({ signal }) : [];
  return {
    serverId,
    serverName,
    complete: true,
    tools,
  };
}
