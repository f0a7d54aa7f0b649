import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import type { ServerTarget } from '@assay/mcp/target';
import { openConformanceProxy, type ConformanceProxy } from '../../src/handlers/conformance/conformance-proxy.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let port: number;
let proxy: ConformanceProxy;
const server = createServer((incoming, response) => {
  hosts.push(incoming.headers.host);
  answer(incoming, response);
});
const hosts: (string | undefined)[] = [];

const targetAt = (host: string, more: Partial<ServerTarget> = {}): ServerTarget => ({
  serverId: 'srv',
  serverName: 'Tested',
  egress: openEgress(ONE_MACHINE_EGRESS),
  url: `http://${host}:${port}/mcp`,
  ...more,
});

beforeAll(async () => {
  await once(server.listen(0), 'listening');
  ({ port } = server.address() as AddressInfo);
  proxy = await openConformanceProxy(targetAt('127.0.0.1'));
});
beforeEach(() => {
  hosts.length = 0;
});
afterAll(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

/** The answer to a request with this `host` header. */
const asked = (url: string, host?: string) =>
  new Promise<{ status: number | undefined; body: string } | 'cut'>((resolve) => {
    const sent = request(url, { method: 'POST', ...(host !== undefined && { headers: { host } }) }, (response) => {
      let body = '';
      response
        .on('data', (piece) => {
          body += String(piece);
        })
        .once('end', () => resolve({ status: response.statusCode, body }))
        .once('error', () => resolve('cut'));
    });
    sent.once('error', () => resolve('cut')).end('{}');
  });

test('the proxy passes a request for another host on unchanged to a server on this machine', async () => {
  answer = (_request, response) => void response.writeHead(403).end('no');
  expect(await asked(proxy.url, 'evil.example.com')).toEqual({ status: 403, body: 'no' });
  expect(hosts).toEqual(['evil.example.com']);
});

test('the proxy reaches no server that the egress policy refuses, under any host', async () => {
  answer = (_request, response) => void response.end('of the house');
  const closed = await openConformanceProxy(
    targetAt('localhost', { egress: openEgress({ ...ONE_MACHINE_EGRESS, allowPrivate: false }) }),
  );
  expect([await asked(closed.url, 'evil.example.com'), await asked(closed.url), hosts]).toEqual([
    { status: 502, body: '' },
    { status: 502, body: '' },
    [],
  ]);
  await closed.close();
});

test('the proxy sends no request for another host to a server with credentials', async () => {
  const keyed = await openConformanceProxy(targetAt('127.0.0.1', { headers: { 'x-key': 'of-the-owner' } }));
  expect([await asked(keyed.url, 'evil.example.com'), hosts]).toEqual([{ status: 421, body: '' }, []]);
  await keyed.close();
});

describe.each([
  ['of its own', undefined],
  ['of another host', 'evil.example.com'],
])('a request %s', (_, host) => {
  test.each<[string, string, object | 'cut']>([
    ['a status that there is not', 'HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n', { status: 502, body: '' }],
    ['a status beyond all', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n', { status: 502, body: '' }],
    [
      'another protocol',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      { status: 502, body: '' },
    ],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc', 'cut'],
  ])('that is answered with %s ends, and no other request does', async (_what, raw, seen) => {
    answer = ({ socket }) => void socket.end(raw);
    expect(await asked(proxy.url, host)).toEqual(seen);
  });
});

test('the proxy passes the head of a stream on before its first event', async () => {
  let held: ServerResponse | undefined;
  answer = (_request, response) => {
    held = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  };
  const [response] = (await once(
    request(proxy.url, { method: 'POST', headers: { accept: 'text/event-stream' } }).end('{}'),
    'response',
  )) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  held!.end();
  response.resume();
});
