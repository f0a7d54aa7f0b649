import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Behaviour = (args: Record<string, unknown>, extra: Extra) => Promise<CallToolResult>;

/** How often a tool was called, and how often the call was cancelled. */
export interface CallCounts {
  started: number;
  cancelled: number;
}

const PROGRESS_MS = 50;
const TEN_MEGABYTES = 10 * 1024 * 1024;

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
const forever = async ({ signal }: Extra): Promise<CallToolResult> => {
  if (!signal.aborted) await once(signal, 'abort');
  return said('cancelled');
};

/** The behaviour of each tool. All accept any arguments; only `slow` reads one, `milliseconds`. */
const BEHAVIOURS = {
  echo: async (args) => said(JSON.stringify(args)),
  fails: async () => ({ ...said('The printer is on fire.'), isError: true }),
  throws: async () => {
    throw new McpError(ErrorCode.InternalError, 'The tool broke the protocol.');
  },
  large: async () => said('x'.repeat(TEN_MEGABYTES)),
  slow: async ({ milliseconds }, { signal }) => {
    await delay(Number(milliseconds), undefined, { signal });
    return said('done');
  },
  hang: async (_args, extra) => forever(extra),
  hangWithProgress: async (_args, extra) => {
    const stopReporting = reportProgress(extra);
    return forever(extra).finally(stopReporting);
  },
} satisfies Record<string, Behaviour>;

export type ToolName = keyof typeof BEHAVIOURS;
export const TOOL_NAMES = Object.keys(BEHAVIOURS) as ToolName[];

/**
 * An MCP server (1.x SDK) whose tools succeed and fail in the ways that a client must handle; it counts calls in
 * `calls`.
 */
export function createToolServer(calls: Record<ToolName, CallCounts>): McpServer {
  const mcp = new McpServer({ name: 'faulty', version: '1.0.0' }, { capabilities: { tools: {} } });
  // Low-level handlers, because McpServer turns a thrown error into a result with isError.
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOL_NAMES.map((name) => ({ name, inputSchema: { type: 'object' as const } })),
  }));
  mcp.server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const name = TOOL_NAMES.find((known) => known === params.name);
    if (!name) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    calls[name].started += 1;
    extra.signal.addEventListener('abort', () => {
      calls[name].cancelled += 1;
    });
    return BEHAVIOURS[name](params.arguments ?? {}, extra);
  });
  return mcp;
}

function reportProgress({ _meta, sendNotification }: Extra): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    void sendNotification({ method: 'notifications/progress', params: { progressToken, progress } }).catch(() =>
      clearInterval(timer),
    );
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}
