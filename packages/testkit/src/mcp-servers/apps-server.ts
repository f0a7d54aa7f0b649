import type { RequestListener } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer as budgetAllocator } from '@modelcontextprotocol/server-budget-allocator';
import { createServer as vanillaClock } from '@modelcontextprotocol/server-basic-vanillajs';
import { listenLocally } from '../listen.ts';

const published = { budgetAllocator, vanillaClock };

/** A published server with an MCP App, in this process. */
export async function startAppsServer(
  name: keyof typeof published = 'budgetAllocator',
): Promise<{ url: string; stop(): Promise<void> }> {
  // It brings its own copy of the SDK, whose types are others.
  const handler = createMcpHandler(published[name] as never);
  const { origin, stop } = await listenLocally(toNodeHandler(handler) as RequestListener);
  return {
    url: `${origin}/mcp`,
    async stop() {
      await handler.close();
      await stop();
    },
  };
}
