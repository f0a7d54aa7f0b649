import { Problem } from '@assay/contract/problem';
import type { SessionConnection } from '../session-connection.ts';
import { askServer, type AskedResult, type AskOptions } from './result.ts';
import type { ToolDefinitions } from './tool-definitions.ts';

/** The code of a server that misses a header which repeats a part of the message (revision 2026-07-28, Transports). */
const HEADER_MISMATCH = -32_020;

/**
 * Calls a tool over Streamable HTTP in revision 2026-07-28, with the headers that its definition asks for. A call that the
 * server refuses for a header is made once more with the list as it is now.
 * @throws Problem of a tool that clients must leave out.
 */
export async function callWithHeaders(
  link: SessionConnection,
  definitions: ToolDefinitions,
  params: { name: string; arguments: Record<string, unknown> },
  options: AskOptions,
): Promise<AskedResult> {
  const call = async () => {
    const toolDefinition = await definitions.definitionOf(params.name, options);
    return askServer(link, 'tools/call', options, (limits) =>
      link.client.callTool(params, { ...limits, toolDefinition }),
    );
  };
  try {
    return await call();
  } catch (error) {
    const isRefused = error instanceof Problem && error.details?.['rpcCode'] === HEADER_MISMATCH;
    if (!isRefused || link.target.toolHeaders === 'omit') throw error;
    // The server refused the call before it ran the tool: the list that is known is old, or there is none.
    await definitions.read(options);
    return call();
  }
}
