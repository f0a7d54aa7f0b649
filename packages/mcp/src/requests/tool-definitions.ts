import type { Tool } from '@modelcontextprotocol/client';
import { isObject } from '@assay/contract/json';
import type { SessionConnection, TransportKind } from '../session-connection.ts';
import type { ListedItem, ReadList } from './pages.ts';
import type { CallOptions } from './request.ts';

type ToolDefinition = Pick<Tool, 'name' | 'inputSchema'>;

const NO_INPUT: ToolDefinition['inputSchema'] = { type: 'object' };

/**
 * The definitions by which a client of revision 2026-07-28 repeats arguments in headers (`x-mcp-header`), as the target
 * asks for it; undefined leaves it to the client. The tools are read with the first call, and once. A definition has no
 * output schema: results are passed on as they are.
 */
export function toolDefinitions(
  { target: { toolHeaders } }: Pick<SessionConnection, 'target'>,
  { transport }: { transport: TransportKind },
  readTools: (options: CallOptions) => Promise<ReadList<ListedItem<'name'>>>,
): (name: string, options: CallOptions) => Promise<ToolDefinition | undefined> {
  if (toolHeaders === undefined || transport !== 'streamable-http') return async () => undefined;
  if (toolHeaders === 'omit') return async (name) => ({ name, inputSchema: NO_INPUT });
  let known: Promise<ReadonlyMap<string, ListedItem<'name'>>> | undefined;
  return async (name, { signal, traceparent }) => {
    known ??= readTools({ ...(signal && { signal }), ...(traceparent && { traceparent }) }).then(
      ({ items }) => new Map(items.map((tool) => [tool.name, tool])),
    );
    const reading = known;
    try {
      const schema = (await reading).get(name)?.['inputSchema'];
      return isObject(schema) ? { name, inputSchema: schema as ToolDefinition['inputSchema'] } : undefined;
    } catch (error) {
      // The next call reads again.
      if (known === reading) known = undefined;
      if (signal?.aborted) throw error;
      return undefined;
    }
  };
}
