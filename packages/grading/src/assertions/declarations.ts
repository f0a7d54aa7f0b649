import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { isObject } from '@assay/contract/json';
import type { ComputeBudget } from '../compute-budget.ts';

export interface DeclaredTool {
  serverId: string;
  serverName: string;
  name: string;
  declaration: Record<string, unknown>;
}

/** Every declared tool, with its server. */
export const declaredTools = (inventory: ServerInventory[]): DeclaredTool[] =>
  inventory.flatMap(({ serverId, serverName, tools }) =>
    tools.map((declaration) => ({
      serverId,
      serverName,
      name: typeof declaration.name === 'string' ? declaration.name : '',
      declaration,
    })),
  );

/** The declaration of the called tool, if its server declares it. */
export const declarationOf = (
  inventory: ServerInventory[],
  { serverId, toolName }: TranscriptToolCall,
): Record<string, unknown> | undefined =>
  inventory.find((server) => server.serverId === serverId)?.tools.find(({ name }) => name === toolName);

/** The hints a tool states about itself; undefined when it states none. */
export function annotationsOf({ annotations }: Record<string, unknown>): Record<string, unknown> | undefined {
  return isObject(annotations) && Object.keys(annotations).length > 0 ? annotations : undefined;
}

const DEPRECATED = [
  /^\s*\[?deprecated/i,
  /\bthis (?:tool|endpoint|method) is deprecated\b/i,
  /\bdeprecated[:.]/i,
  /\buse\s[^.\n]{1,80}\sinstead\b/i,
];

/** Cost of matching the patterns at one character, in steps. */
const STEPS_PER_CHARACTER = 60;

/** Whether a tool's description says that it should no longer be used. */
export function isDeprecated({ description }: Record<string, unknown>, budget: ComputeBudget): boolean {
  if (typeof description !== 'string') return false;
  budget.spend(description.length * STEPS_PER_CHARACTER);
  return DEPRECATED.some((wording) => wording.test(description));
}
