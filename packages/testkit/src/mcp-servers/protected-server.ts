import type { IncomingMessage, ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { AuthorizationServer } from '../identity/authorization-server.ts';
import { listenLocally } from '../listen.ts';

const METADATA = '/.well-known/oauth-protected-resource/mcp';

export interface ProtectedServer {
  url: string;
  /** Every access token that was presented, and how often it was accepted or refused. */
  shown: Map<string, { opened: number; refused: number }>;
  /** Refuses every token from now on, or accepts valid ones again. */
  refuseAll(refuses: boolean): void;
  stop(): Promise<void>;
}

/**
 * A server of the 1.x SDK behind an authorization server. Its only tool `whoami` answers the token of the call; HEAD
 * only checks a token.
 */
export async function startProtectedServer(
  authorization: Pick<AuthorizationServer, 'issuer' | 'verify'>,
): Promise<ProtectedServer> {
  const shown: ProtectedServer['shown'] = new Map();
  let refuses = false;
  const { origin, stop } = await listenLocally((request, response) => void answer(request, response));
  const url = `${origin}/mcp`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === METADATA) {
      const metadata = {
        resource: url,
        authorization_servers: [authorization.issuer],
        scopes_supported: ['tools'],
        bearer_methods_supported: ['header'],
      };
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
    }
    if (request.url !== '/mcp') return void response.writeHead(404).end();
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const good = token !== undefined && !refuses && (await authorization.verify(token))?.resource === url;
    if (token !== undefined) note(token, good);
    if (!good)
      return void response
        .writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${origin}${METADATA}"` })
        .end();
    if (request.method === 'HEAD') return void response.writeHead(204).end();
    await speak(request, response, token);
  }

  function note(token: string, good: boolean): void {
    const counts = shown.get(token) ?? { opened: 0, refused: 0 };
    counts[good ? 'opened' : 'refused'] += 1;
    shown.set(token, counts);
  }

  return {
    url,
    shown,
    refuseAll: (next) => {
      refuses = next;
    },
    stop,
  };
}

/** Stateless: every request has its own server. */
async function speak(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
  const server = new McpServer({ name: 'protected', version: '1.0.0' });
  server.registerTool('whoami', {}, () => ({ content: [{ type: 'text', text: token }] }));
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}
