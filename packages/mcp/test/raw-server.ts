import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { given } from '@assay/contract/given';

interface Message {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
}
type Answer = (message: Message & { method: string }, response: ServerResponse) => void;

/** An HTTP request that reached the server. */
export interface ReceivedRequest {
  httpMethod: string;
  headers: IncomingHttpHeaders;
  message?: Message;
}

interface Listening {
  url: string;
  stop(): Promise<void>;
}
export interface RawServer extends Listening {
  seen: ReceivedRequest[];
}

export const asJson = (response: ServerResponse, text: string) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
export const asEvent = (response: ServerResponse, text: string) =>
  void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(
    `event: message\n${text
      .split('\n')
      .map((line) => `data: ${line}\n`)
      .join('')}\n`,
  );

type Resume = (headers: IncomingHttpHeaders, response: ServerResponse) => void;
const noStream: Resume = (_headers, response) => void response.writeHead(405).end();

/**
 * A Streamable HTTP server whose answers to everything but the handshake are written byte by byte by the test; and those of
 * the handshake that `handshake` has.
 */
export async function startRaw(
  answer: Answer,
  resume: Resume = noStream,
  handshake: Partial<Record<string, Answer>> = {},
): Promise<RawServer> {
  const seen: ReceivedRequest[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const message = body ? (JSON.parse(body) as Message) : undefined;
    seen.push({ httpMethod: request.method!, headers: request.headers, ...given({ message }) });
    if (request.method === 'DELETE') return void response.writeHead(200).end();
    if (!message?.method) return resume(request.headers, response);
    const own = handshake[message.method];
    if (own) return own({ ...message, method: message.method }, response);
    if (message.id === undefined) return void response.writeHead(202).end();
    if (message.method === 'server/discover') return void response.writeHead(400).end();
    if (message.method === 'initialize') return asJson(response, initialized(message));
    answer({ ...message, method: message.method }, response);
  };
  return { seen, ...(await listen((request, response) => void serve(request, response))) };
}

/** A server of the older transport that opens its stream and never names its endpoint. */
export const startSilentStream = (): Promise<Listening> =>
  listen((request, response) => {
    if (request.method === 'GET') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    else response.writeHead(405).end();
  });

async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const initialized = ({ id, params }: Message) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: {
      protocolVersion: params?.['protocolVersion'],
      capabilities: { tools: {}, resources: {}, tasks: { requests: { tools: { call: {} } } } },
      serverInfo: { name: 'raw', version: '1' },
    },
  });
