import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { McpSession } from '@assay/mcp/session';
import { listedValues, listTools, type ListedValue } from '../../domain/authoring/listed-values.ts';

/** The time that one list tool gets, in milliseconds. */
const LIST_MS = 5_000;
/** At most this long a result is read, in characters. */
const MAX_RESULT = 200_000;

/**
 * Asks the list tools of a server, which say that they only read and need no argument, for values that exist. A tool that
 * fails tells nothing: drafts do without its values.
 */
export async function askListTools(
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
