import type { ServerInventory } from '@assay/contract/areas/servers/inventory';

/** A tool of a server as it is offered to a model. */
export interface OfferedTool {
  /** The name that the model uses. */
  name: string;
  serverId: string;
  serverName: string;
  /** The name that the server uses. */
  toolName: string;
  /** As the server sent it. */
  declaration: Record<string, unknown>;
  /** Answers a call of a tool that the client itself offers, without a server. */
  answer?: (args: Record<string, unknown>) => string;
}

/** In the order of the servers, by the names that the model uses. */
export type OfferedTools = ReadonlyMap<string, OfferedTool>;

/** The longest name that every provider accepts. */
const MAX_NAME = 64;
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Gives the tools of all servers unique names. A tool keeps its name when no other tool has it and providers accept it;
 * otherwise the name of its server is added. Of one server's tools with the same name the first is offered.
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

/** The name in characters and length that providers accept, numbered when it is taken. */
function unlike(taken: Set<string>, wanted: string): string {
  const clean = wanted.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_NAME);
  let name = clean;
  for (let n = 2; taken.has(name); n++) name = `${clean.slice(0, MAX_NAME - String(n).length - 1)}_${n}`;
  taken.add(name);
  return name;
}
