import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenLocally } from '../listen.ts';

interface Message {
  id?: number | string;
  method?: string;
  params?: { name?: string };
  result?: unknown;
  error?: unknown;
}

/** A request that reached the server. */
export interface SessionRequest {
  httpMethod: string;
  session: string | undefined;
  headers: IncomingMessage['headers'];
  message: Message;
}

/** The answer to a request of a session that the server does not know, as the specification says it and as others do. */
const UNKNOWN = { 404: 'Session not found', 400: 'Bad Request: No valid session ID provided' };

/**
 * A Streamable HTTP server that names its sessions and can lose them. The tool `where` answers with the name of the
 * session, `wait` likewise after `release`, `refuse` with a JSON-RPC error, and `lose` with a task that is then unknown,
 * as its session is.
 */
export async function startSessionServer() {
  const seen: SessionRequest[] = [];
  const [live, ended] = [new Set<string>(), [] as string[]];
  const streams = new Map<string, ServerResponse>();
  const waiting: (() => void)[] = [];
  let opened = 0;
  let unknown: keyof typeof UNKNOWN = 404;

  const { origin, stop } = await listenLocally(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const message = (body ? JSON.parse(body) : {}) as Message;
    const session = request.headers['mcp-session-id'] as string | undefined;
    seen.push({ httpMethod: request.method!, session, headers: request.headers, message });
    const answer = (result: object, headers = {}) =>
      response
        .writeHead(200, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
    const refuse = (status: number, error: object, id = message.id) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error }));

    if (message.method === 'server/discover') return void refuse(400, { code: -32_000, message: 'Not initialized' });
    if (message.method === 'initialize') {
      const name = `session-${(opened += 1)}`;
      live.add(name);
      return void answer(
        {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {}, logging: {}, tasks: { requests: { tools: { call: {} } } } },
          serverInfo: { name: 'sessions', version: String(opened) },
        },
        { 'mcp-session-id': name },
      );
    }
    if (session === undefined || !live.has(session)) {
      response
        .writeHead(unknown, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: UNKNOWN[unknown] } }));
      return;
    }
    if (request.method === 'DELETE') {
      live.delete(session);
      ended.push(session);
      streams.get(session)?.end();
      return void response.writeHead(200).end();
    }
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      return void streams.set(session, response);
    }
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    if (message.method === 'tools/list')
      return void answer({ tools: [{ name: 'where', inputSchema: { type: 'object' } }, taskTool] });
    const here = () => void answer({ content: [{ type: 'text', text: session }] });
    switch (message.params?.name) {
      case 'wait':
        return void waiting.push(here);
      case 'refuse':
        return void refuse(200, { code: -32_603, message: 'It failed.' });
      case 'lose':
        live.delete(session);
        return void answer({ task: { taskId: 'task-1', status: 'working', pollInterval: 1 } });
      default:
        return here();
    }
  });

  return {
    url: `${origin}/mcp`,
    seen,
    /** The sessions that the client has ended. */
    ended,
    /** How many sessions were opened. */
    opened: () => opened,
    /** How often a tool was called. */
    called: (name: string) => seen.filter(({ message }) => message.params?.name === name).length,
    /** How many calls of `wait` are open. */
    waiting: () => waiting.length,
    /** Answers the open calls of `wait`. */
    release: () => waiting.splice(0).forEach((end) => end()),
    /** Forgets all sessions; their requests are refused with `status`. */
    lose: (status: keyof typeof UNKNOWN = 404) => {
      unknown = status;
      live.clear();
      for (const stream of streams.values()) stream.end();
      streams.clear();
    },
    /** Sends a message on the stream for unsolicited messages of a session; false while it has none. */
    tell: (session: string, message: object) => {
      const stream = streams.get(session);
      return stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`) ?? false;
    },
    stop,
  };
}

const taskTool = { name: 'lose', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } };

export type SessionServer = Awaited<ReturnType<typeof startSessionServer>>;
