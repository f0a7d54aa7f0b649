import type { ServerInventory } from '@assay/contract/areas/servers/inventory';

/** A tool of a server as a model is offered it. */
export interface OfferedTool {
  /** The name that the model calls it by. */
  name: string;
  serverId: string;
  serverName: string;
  /** The name that its server calls it by. */
  toolName: string;
  /** As the server sent it. */
  declaration: Record<string, unknown>;
}

/** In the order of the servers, by the names that the model calls them by. */
export type OfferedTools = ReadonlyMap<string, OfferedTool>;

/** The longest name that every provider takes. */
const MAX_NAME = 64;
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * The tools of all servers under names that are apart: a tool whose name no other has keeps it where providers take it,
 * any other is named after its server, too. Of one server's tools with the same name the first is offered.
 */
export function offeredTools(inventory: readonly ServerInventory[]): OfferedTools {
  const tools = inventory.flatMap(toolsOf);
  const count = new Map<string, number>();
  for (const { toolName } of tools) count.set(toolName, (count.get(toolName) ?? 0) + 1);
  const keepsName = ({ toolName }: Omit<OfferedTool, 'name'>) => count.get(toolName) === 1 && NAME.test(toolName);
  const taken = new Set(tools.filter(keepsName).map(({ toolName }) => toolName));
  return new Map(
    tools.map((tool) => {
      const name = keepsName(tool) ? tool.toolName : unlike(taken, `${tool.serverName}__${tool.toolName}`);
      return [name, { name, ...tool }];
    }),
  );
}

function toolsOf({ serverId, serverName, tools }: ServerInventory): Omit<OfferedTool, 'name'>[] {
  const byName = new Map(tools.toReversed().map((declaration) => [String(declaration.name), declaration]));
  return [...new Set(tools.map(({ name }) => String(name)))].map((toolName) => ({
    serverId,
    serverName,
    toolName,
    declaration: byName.get(toolName)!,
  }));
}

/** The name in the characters and the length that providers take, numbered where it is taken. */
function unlike(taken: Set<string>, wanted: string): string {
  const clean = wanted.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_NAME);
  let name = clean;
  for (let n = 2; taken.has(name); n++) name = `${clean.slice(0, MAX_NAME - String(n).length - 1)}_${n}`;
  taken.add(name);
  return name;
}
