import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenLocally, type ListeningServer } from '../listen.ts';

export interface McpMessage {
  id?: number | string;
  method: string;
  params?: Record<string, unknown>;
}

/** Answers a message with a `result`, or writes to the response itself. */
export type ScriptedAnswer = (message: McpMessage, response: ServerResponse, request: IncomingMessage) => object | void;
/** Answers by method; a notification is answered under its method too. */
export type McpScript = Record<string, ScriptedAnswer>;

export const SCRIPTED_CAPABILITIES = { tools: {}, resources: {}, prompts: {} };
export const initializeResult = ({ params }: McpMessage, more: object = {}) => ({
  protocolVersion: params?.['protocolVersion'],
  capabilities: SCRIPTED_CAPABILITIES,
  serverInfo: { name: 'scripted', version: '1.0.0' },
  ...more,
});

export const asJson = (
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
export const rpcError = (response: ServerResponse, { id }: McpMessage, code: number, message = 'No.') =>
  asJson(response, 200, { jsonrpc: '2.0', id, error: { code, message } });

/** The answers of a healthy server with one item in each list. */
const HEALTHY: McpScript = {
  initialize: (message) => initializeResult(message),
  'tools/list': () => ({ tools: [{ name: 'print', inputSchema: { type: 'object' } }] }),
  'resources/list': () => ({ resources: [{ uri: 'file:///paper', name: 'paper' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'prompts/list': () => ({ prompts: [{ name: 'greet' }] }),
  ping: () => ({}),
};

const NEWEST = '2026-07-28';

/** The same answers as a server of revision 2026-07-28 gives them: results have a type, and lists a time to live. */
const inNewestRevision = (script: McpScript, capabilities: object): McpScript => ({
  ...Object.fromEntries(
    Object.entries(script).map(([method, answer]): [string, ScriptedAnswer] => [
      method,
      (...asked) => {
        const result = answer(...asked);
        return result && { resultType: 'complete', ...(method.endsWith('list') && LASTING), ...result };
      },
    ]),
  ),
  initialize: (message, response) => rpcError(response, message, -32_601),
  'server/discover': () => ({
    resultType: 'complete',
    supportedVersions: [NEWEST],
    capabilities,
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'scripted', version: '1.0.0' } },
    ...LASTING,
  }),
});
const LASTING = { ttlMs: 0, cacheScope: 'private' };

/**
 * A Streamable HTTP server at `/mcp` that answers as `script` says, and otherwise like a healthy server. It speaks
 * revisions with `initialize`, or 2026-07-28 alone with these capabilities.
 */
export async function scriptedMcp(
  script: McpScript,
  revision: 'older' | 'newest' = 'older',
  capabilities: object = SCRIPTED_CAPABILITIES,
): Promise<{ url: string; stop: ListeningServer['stop'] }> {
  const all: McpScript = { ...HEALTHY, ...script };
  const answers = revision === 'newest' ? inNewestRevision(all, capabilities) : all;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (new URL(request.url!, 'http://localhost').pathname !== '/mcp') return void response.writeHead(404).end();
    if (request.method === 'DELETE') return void response.writeHead(200).end();
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = messageIn(Buffer.concat(await request.toArray()));
    if (!message) return void response.writeHead(400).end();
    const answer = answers[message.method];
    if (!answer)
      return message.id === undefined ? void response.writeHead(202).end() : rpcError(response, message, -32_601);
    const result = answer(message, response, request);
    if (!result) return undefined;
    const headers = message.method === 'initialize' ? { 'mcp-session-id': randomUUID() } : {};
    return asJson(response, 200, { jsonrpc: '2.0', id: message.id, result }, headers);
  };
  const { origin, stop } = await listenLocally((request, response) => void serve(request, response));
  return { url: `${origin}/mcp`, stop };
}

function messageIn(body: Buffer): McpMessage | undefined {
  try {
    return JSON.parse(body.toString()) as McpMessage;
  } catch {
    return undefined;
  }
}
