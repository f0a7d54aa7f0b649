import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createToolServer, TOOL_NAMES, type CallCounts, type ToolName } from './faulty-tools.ts';
import { listenLocally } from '../listen.ts';

const answer =
  (status: number, headers: OutgoingHttpHeaders = {}, body: string | Buffer = ''): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
const json = (body: object) => answer(200, { 'content-type': 'application/json' }, JSON.stringify(body));
const challenge = (request: IncomingMessage, rest = '') => ({
  'www-authenticate': `Bearer resource_metadata="${originOf(request)}${METADATA}"${rest}`,
});
const originOf = ({ headers }: IncomingMessage) => `http://${headers.host}`;

/** The path of the metadata for the resource `/oauth`, by RFC 9728. */
const METADATA = '/.well-known/oauth-protected-resource/oauth';

/** Paths without an MCP session. */
const FAULTS = {
  /** Accepts the request and never answers. */
  '/silent': () => {},
  '/html': answer(200, { 'content-type': 'text/html' }, '<!doctype html><title>Welcome</title>'),
  '/garbage': answer(200, { 'content-type': 'application/json' }, Buffer.from([0x00, 0xff, 0xfe, 0x7b, 0x80])),
  '/unauthorized': answer(401),
  '/oauth': (request, response) => answer(401, challenge(request))(request, response),
  '/forbidden': answer(403),
  '/insufficient-scope': (request, response) =>
    answer(403, challenge(request, ', error="insufficient_scope", scope="tools:call"'))(request, response),
  '/error': answer(500, { 'content-type': 'text/plain' }, 'boom'),
} satisfies Record<string, RequestListener>;

const metadata: RequestListener = (request, response) =>
  json({
    resource: `${originOf(request)}/oauth`,
    authorization_servers: [originOf(request)],
    scopes_supported: ['tools:call'],
    bearer_methods_supported: ['header'],
  })(request, response);

/** `/tools` serves the tools of faulty-tools.ts; `/no-tools` is a healthy server without the tools capability. */
export type FaultyPath = keyof typeof FAULTS | '/tools' | '/no-tools';

export interface FaultyServer {
  url(path: FaultyPath): string;
  /** Call counts by tool of `/tools`. */
  calls: Record<ToolName, CallCounts>;
  stop(): Promise<void>;
}

/** An HTTP server on a free port with another fault under each path. */
export async function startFaultyServer(): Promise<FaultyServer> {
  const calls = Object.fromEntries(TOOL_NAMES.map((name) => [name, { started: 0, cancelled: 0 }])) as Record<
    ToolName,
    CallCounts
  >;
  const tools = sessionListener(() => createToolServer(calls));
  const noTools = sessionListener(() => new McpServer({ name: 'no-tools', version: '1.0.0' }));
  const routes = new Map<string, RequestListener>(
    Object.entries({
      ...FAULTS,
      [METADATA]: metadata,
      '/tools': tools.listener,
      '/no-tools': noTools.listener,
    }),
  );
  const { origin, stop } = await listenLocally((request, response) =>
    (routes.get(request.url ?? '') ?? answer(404))(request, response),
  );
  return {
    url: (path) => origin + path,
    calls,
    async stop() {
      await Promise.all([tools.close(), noTools.close()]);
      await stop();
    },
  };
}

/** Streamable HTTP with one session per client, wired as the 1.x SDK requires. */
export function sessionListener(create: () => McpServer): { listener: RequestListener; close(): Promise<void> } {
  const open = new Map<string, StreamableHTTPServerTransport>();
  const begin = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        open.set(id, transport);
      },
      onsessionclosed: (id) => {
        open.delete(id);
      },
    });
    await create().connect(transport);
    return transport;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const id = request.headers['mcp-session-id'];
    const transport = id === undefined ? await begin() : open.get(String(id));
    if (transport) await transport.handleRequest(request, response);
    else answer(404)(request, response);
  };
  return {
    listener: (request, response) => void handle(request, response),
    close: async () => {
      await Promise.all([...open.values()].map((transport) => transport.close()));
    },
  };
}
