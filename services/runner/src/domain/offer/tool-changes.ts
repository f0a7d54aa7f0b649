import type { ServerInventory } from '@assay/contract/areas/servers/inventory';

/** How the tools of one server changed: the names of the tools that came, went or are declared otherwise. */
export interface ToolChanges {
  serverId: string;
  serverName: string;
  added: string[];
  removed: string[];
  changed: string[];
}

/** The servers whose tools are other ones than before. */
export const toolChanges = (before: readonly ServerInventory[], now: readonly ServerInventory[]): ToolChanges[] =>
  now.flatMap((server) => {
    const earlier = before.find(
      ({ serverId, serverName }) => serverId === server.serverId && serverName === server.serverName,
    );
    if (earlier?.tools === server.tools) return [];
    const [old, current] = [byName(earlier?.tools ?? []), byName(server.tools)];
    const changes = {
      serverId: server.serverId,
      serverName: server.serverName,
      added: [...current.keys()].filter((name) => !old.has(name)),
      removed: [...old.keys()].filter((name) => !current.has(name)),
      changed: [...current]
        .filter(([name, tool]) => old.has(name) && !isSame(old.get(name), tool))
        .map(([name]) => name),
    };
    return changes.added.length + changes.removed.length + changes.changed.length > 0 ? [changes] : [];
  });

const byName = (tools: ServerInventory['tools']) => new Map(tools.map((tool) => [String(tool['name']), tool]));

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);

/** Every tool that a server had at one of the two moments, as it was declared last. */
export const mergedInventory = (
  before: readonly ServerInventory[],
  now: readonly ServerInventory[],
): ServerInventory[] =>
  now.map((server) => {
    const earlier = before.find(({ serverId }) => serverId === server.serverId);
    if (!earlier || earlier.tools === server.tools) return server;
    const names = new Set(server.tools.map(({ name }) => name));
    return { ...server, tools: [...server.tools, ...earlier.tools.filter(({ name }) => !names.has(name))] };
  });
