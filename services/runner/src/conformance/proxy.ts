import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { authorized } from '@assay/mcp/oauth/authorized';
import type { Target } from '@assay/mcp/target';

export interface Proxy { url: string; close(): Promise<void> }

/** What a hop keeps to itself, and what `fetch` decides. */
const HOP = new Set(['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'host', 'origin', 'content-length', 'content-encoding', 'accept-encoding', 'expect']);

/**
 * Opens an address on this machine that leads to a server, with the credentials that are saved for it and nowhere but where
 * this runner may go. Only who knows the address gets in. Host and Origin that are not the proxy's own are passed on.
 */
export async function openProxy(target: Target): Promise<Proxy> {
  const path = `/${randomBytes(16).toString('hex')}${new URL(target.url).pathname}`;
  const server = createServer((request, response) => void forward(target, path, request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function forward(target: Target, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    if (request.url !== path) return void response.writeHead(404).end();
    const headers = headersFor(target, request);
    if (!headers) return void response.writeHead(421).end();
    const { method = 'GET' } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : Uint8Array.from(await buffer(request));
    const answer = await authorized(target).fetch(target.url, { method, headers, body, signal: gone.signal });
    response.writeHead(answer.status, [...answer.headers].filter(([name]) => !HOP.has(name)).flat());
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), response);
    else response.end();
  } catch {
    // Cut off in the middle, or without an answer: the suite sees what a client of the server would.
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  }
}

/** Undefined where a foreign name cannot be passed on: a certificate is for the server's own. */
function headersFor({ url, headers: saved = {} }: Target, { headers: sent, socket }: IncomingMessage): Headers | undefined {
  const { protocol, origin } = new URL(url);
  const own = `127.0.0.1:${socket.localPort}`;
  const isForeign = sent.host !== own;
  if (isForeign && protocol === 'https:') return undefined;
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) if (value !== undefined && !HOP.has(name)) headers.set(name, String(value));
  if (isForeign) headers.set('host', sent.host!);
  if (sent.origin !== undefined) headers.set('origin', sent.origin === `http://${own}` ? origin : sent.origin);
  for (const [name, value] of Object.entries(saved)) headers.set(name, value);
  return headers;
}
