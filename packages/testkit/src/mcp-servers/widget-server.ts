import type { IncomingMessage, ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { listenLocally, type ListeningServer } from '../listen.ts';

const HTML = '<!doctype html><p>Jobs</p>';

/**
 * A server of the 1.x SDK whose tools have user interfaces: by MCP Apps, by the Apps SDK, and one that is not served.
 */
export const startWidgetServer = (): Promise<ListeningServer> =>
  listenLocally((request, response) => void answer(request, response));

/** Stateless: every request has its own server. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const server = new McpServer({ name: 'widgets', version: '1.0.0' });
  const tool = (name: string, _meta: Record<string, unknown>) =>
    server.registerTool(name, { title: name, description: `Shows what ${name} has.`, _meta }, () => ({ content: [] }));
  tool('jobs', { ui: { resourceUri: 'ui://jobs' } });
  tool('queue', { 'openai/outputTemplate': 'ui://queue' });
  tool('lost', { ui: { resourceUri: 'ui://lost' } });
  tool('plain', {});
  server.registerResource('jobs', 'ui://jobs', { mimeType: 'text/html;profile=mcp-app' }, () => ({
    contents: [
      {
        uri: 'ui://jobs',
        mimeType: 'text/html;profile=mcp-app',
        text: HTML,
        _meta: { ui: { csp: { connectDomains: ['https://api.printer.dev'] } } },
      },
    ],
  }));
  server.registerResource(
    'queue',
    'ui://queue',
    { mimeType: 'text/html+skybridge', _meta: { 'openai/widgetDomain': 'https://printer.dev' } },
    () => ({ contents: [{ uri: 'ui://queue', mimeType: 'text/html+skybridge', text: HTML }] }),
  );
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}
