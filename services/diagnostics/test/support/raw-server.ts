import type { ServerResponse } from 'node:http';
import { listenLocally } from '@assay/testkit/listen';

interface Message {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
}
export type Answer = (message: Message & { method: string }, response: ServerResponse) => void;

export const ALL = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} };

/** Writes the result of a request without changes. */
export const answered = (response: ServerResponse, { id }: Message, result: string | Buffer) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
  response.write(result);
  response.end('}');
};

export const refused = (response: ServerResponse, { id }: Message, code: number) =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'The server says no, with a secret.' } }));

/** A Streamable HTTP server with a correct handshake; the test writes all other answers. */
export async function startRaw(answer: Answer, capabilities: object = ALL) {
  const { origin, stop } = await listenLocally(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const message = (body ? JSON.parse(body) : {}) as Message;
    if (request.method === 'DELETE') return void response.writeHead(200).end();
    if (request.method === 'GET') return void response.writeHead(405).end();
    if (message.method === 'server/discover') return void response.writeHead(400).end();
    if (message.method === 'initialize') {
      return answered(
        response,
        message,
        JSON.stringify({ protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'raw', version: '1' } }),
      );
    }
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    answer({ ...message, method: message.method }, response);
  });
  return { url: `${origin}/mcp`, stop };
}
