import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { LIST_FAULTS } from '@assay/mcp/requests/page-trail';
import type { ListedItem, ReadList } from '@assay/mcp/requests/pages';
import type { McpSession } from '@assay/mcp/session';

/** A server's tools, as far as the session reads lists; empty for a server without tools. */
export async function serverTools(
  { id: serverId, name: serverName }: Pick<SavedServer, 'id' | 'name'>,
  session: McpSession,
  signal: AbortSignal,
): Promise<ServerInventory> {
  const {
    items: tools,
    isComplete: complete,
    invalidItems,
    fault,
  }: ReadList<ListedItem<'name'>> = session.info.capabilities.tools
    ? await session.readTools({ signal })
    : { items: [], isComplete: true, invalidItems: [] };
  const leftOut = invalidItems.filter((entry) => entry.leftOut).map(({ name, why }) => ({ ...given({ name }), why }));
  return {
    serverId,
    serverName,
    complete,
    ...(fault && { incompleteBecause: LIST_FAULTS[fault] }),
    tools,
    ...(leftOut.length > 0 && { leftOut }),
  };
}
