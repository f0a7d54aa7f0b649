import type { RequestListener } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer } from '@modelcontextprotocol/server-budget-allocator';
import { listenLocally } from '../listen.ts';

/** A published server with an MCP App, the budget allocator, in this process. */
export async function startAppsServer(): Promise<{ url: string; stop(): Promise<void> }> {
  // It brings its own copy of the SDK, whose types are others.
  const handler = createMcpHandler(createServer as never);
  const { origin, stop } = await listenLocally(toNodeHandler(handler) as RequestListener);
  return {
    url: `${origin}/mcp`,
    async stop() {
      await handler.close();
      await stop();
    },
  };
}
