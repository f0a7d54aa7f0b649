import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { withAccessToken } from '@assay/mcp/oauth/authorized';
import type { ServerTarget } from '@assay/mcp/target';
import { HOP_BY_HOP_HEADERS } from '@assay/kit/requests/hop-by-hop';
import { isLocalTarget } from './local-target.ts';

export interface ConformanceProxy {
  url: string;
  close(): Promise<void>;
}

/** Headers of one connection, and headers that `fetch` sets itself. */
const HOP = new Set([
  ...HOP_BY_HOP_HEADERS,
  'host',
  'origin',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'expect',
]);

/**
 * Opens a proxy on this machine that leads to one server, with the credentials that are saved for it and under this
 * runner's egress policy. A random path lets only the suite in. A request with another `Host` is passed on unchanged,
 * but only to a server on this machine.
 */
export async function openConformanceProxy(target: ServerTarget): Promise<ConformanceProxy> {
  const path = `/${randomBytes(16).toString('hex')}${new URL(target.url).pathname}`;
  const server = createServer((request, response) => void forward(target, path, request, response)).listen(
    0,
    '127.0.0.1',
  );
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

async function forward(
  target: ServerTarget,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url !== path) return void response.writeHead(404).end();
  const {
    method = 'GET',
    headers: { host },
  } = request;
  const isForUs = host === ownHost(request);
  if (!isForUs && !isLocalTarget(target)) return void response.writeHead(421).end();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const body = method === 'GET' || method === 'HEAD' ? null : Uint8Array.from(await buffer(request));
    const answer = await withAccessToken(target).fetch(target.url, {
      method,
      headers: headersFor(target, request),
      body,
      signal: gone.signal,
      ...(!isForUs && host !== undefined && { host }),
    });
    response.writeHead(answer.status, [...answer.headers].filter(([name]) => !HOP.has(name)).flat()).flushHeaders();
    if (answer.body) await pipeline(Readable.fromWeb(answer.body), response);
    else response.end();
  } catch {
    cut(response);
  }
}

const ownHost = ({ socket }: IncomingMessage) => `127.0.0.1:${socket.localPort}`;

function headersFor({ url, headers: saved = {} }: ServerTarget, request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !HOP.has(name)) headers.set(name, String(value));
  const { origin } = request.headers;
  if (origin !== undefined)
    headers.set('origin', origin === `http://${ownHost(request)}` ? new URL(url).origin : origin);
  for (const [name, value] of Object.entries(saved)) headers.set(name, value);
  return headers;
}

/** Shows the suite the same as a client of the server would see: a broken connection, or no answer. */
function cut(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502).end();
}
