import type { RequestListener } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { listenLocally } from '../listen.ts';
import { registerPrimitives } from './modern-primitives.ts';

export interface ModernServer {
  url: string;
  stop(): Promise<void>;
}

/** A server of the 2.x SDK that speaks only protocol revision 2026-07-28; `register` adds to its tools. */
export async function startModernServer(register: (server: McpServer) => void = () => {}): Promise<ModernServer> {
  const create = () => {
    const server = modernServer();
    register(server);
    return server;
  };
  const handler = createMcpHandler(create, { legacy: 'reject' });
  // The SDK's types do not allow a request property with the value undefined.
  const { origin, stop } = await listenLocally(toNodeHandler(handler) as RequestListener);
  return {
    url: `${origin}/mcp`,
    async stop() {
      await handler.close();
      await stop();
    },
  };
}

function modernServer(): McpServer {
  const server = new McpServer({ name: 'modern', version: '1.0.0' });
  server.registerTool(
    'echo',
    { inputSchema: object<{ message: string }>({ message: { type: 'string' } }) },
    ({ message }) => ({ content: [{ type: 'text', text: message }] }),
  );
  server.registerTool(
    'add',
    {
      inputSchema: object<{ a: number; b: number }>({ a: { type: 'number' }, b: { type: 'number' } }),
      outputSchema: object<{ sum: number }>({ sum: { type: 'number' } }),
    },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } }),
  );
  registerPrimitives(server);
  return server;
}

/** An object with exactly these properties, all of them required. */
const object = <T>(properties: Record<keyof T & string, { type: 'string' | 'number' }>) =>
  fromJsonSchema<T>({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });
