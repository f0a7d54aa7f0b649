import type { ServerInventory, TranscriptToolCall } from '@assay/contract/documents/transcript';
import { isObject } from './canonical.ts';

export interface DeclaredTool { serverId: string; serverName: string; name: string; declaration: Record<string, unknown> }

/** Every declared tool, with the server that declares it. */
export const declaredTools = (inventory: ServerInventory[]): DeclaredTool[] =>
  inventory.flatMap(({ serverId, serverName, tools }) =>
    tools.map((declaration) => ({ serverId, serverName, name: typeof declaration.name === 'string' ? declaration.name : '', declaration })));

/** The declaration of the tool that `call` called, if its server declares it. */
export const declarationOf = (inventory: ServerInventory[], { serverId, toolName }: TranscriptToolCall): Record<string, unknown> | undefined =>
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

/** Whether a tool's description says that it should no longer be used. */
export const isDeprecated = ({ description }: Record<string, unknown>): boolean =>
  typeof description === 'string' && DEPRECATED.some((wording) => wording.test(description));
