import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as tcp, type AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { waitUntil } from '@assay/testkit/until';
import type { RequestHead } from '@assay/tunnel/frames';
import { Multiplex } from '@assay/tunnel/multiplex';
import type { TunnelStream } from '@assay/tunnel/tunnel-stream';
import { forwarder, type Passed } from '../src/tunnel/forward.ts';

const seen: { asked: string; body: string; headers: IncomingMessage['headers'] }[] = [];
const told: Passed[] = [];
let local: Server;
let platform: WebSocketServer;
let gateway: Multiplex;
let command: Multiplex;

/** Both ends of a connection: the platform's and the command's. */
async function joined(): Promise<[WebSocket, WebSocket]> {
  const dialled = new WebSocket(`ws://127.0.0.1:${(platform.address() as AddressInfo).port}`);
  const [[taken]] = await Promise.all([once(platform, 'connection') as Promise<[WebSocket]>, once(dialled, 'open')]);
  return [taken, dialled];
}

beforeAll(async () => {
  local = createServer((req, res) => {
    if (req.headers['x-early']) return void res.writeHead(413).end('too large');
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      seen.push({ asked: `${req.method} ${req.url}`, body: Buffer.concat(chunks).toString(), headers: req.headers });
      res.end('ok');
    });
  }).listen(0, '127.0.0.1');
  platform = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await Promise.all([once(local, 'listening'), once(platform, 'listening')]);
  const [near, far] = await joined();
  gateway = new Multiplex(near);
  command = new Multiplex(
    far,
    forwarder(new URL(`http://127.0.0.1:${(local.address() as AddressInfo).port}/mcp`), (passed) => told.push(passed)),
  );
});
afterAll(() => {
  for (const each of [gateway, command]) each.close(1000);
  platform.close();
  local.closeAllConnections();
  local.close();
});
beforeEach(() => {
  seen.length = told.length = 0;
});

test.each([['101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x'], ['x']])(
  'a server that answers HTTP/1.1 %j is not waited for',
  async (status) => {
    const odd = tcp((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.write(`HTTP/1.1 ${status}\r\n\r\n`)),
    ).listen(0, '127.0.0.1');
    await once(odd, 'listening');
    const settled = Promise.withResolvers<Passed>();
    const [near, far] = await joined();
    const asked = new Multiplex(near);
    const answering = new Multiplex(
      far,
      forwarder(new URL(`http://127.0.0.1:${(odd.address() as AddressInfo).port}/`), settled.resolve),
    );
    const stream = asked.open({ method: 'POST', query: '', headers: {} })!;
    stream.end();
    expect(await stream.response.catch((error: Error) => error.name)).toEqual(
      status === 'x' ? { fault: 'unreachable' } : 'TunnelCut',
    );
    expect((await settled.promise).outcome).toMatch(/not answered|cannot be reached/);
    for (const each of [asked, answering]) each.close(1000);
    odd.close();
  },
);

const open = (head: Partial<RequestHead>, body = ''): TunnelStream => {
  const stream = gateway.open({ method: 'POST', query: '', headers: {}, ...head })!;
  if (body) stream.write(body);
  stream.end();
  return stream;
};
/** The answer, once the request has ended completely. */
const ask = async (head: Partial<RequestHead>, body = ''): Promise<number | string> => {
  const stream = open(head, body);
  const answer = await stream.response.then(
    (response) => ('status' in response ? response.status : response.fault),
    (error: Error) => error.name,
  );
  stream.resume();
  await waitUntil(() => gateway.busy === 0);
  return answer;
};

const inner = 'GET /admin/secrets HTTP/1.1\r\nHost: x\r\n\r\n';

test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('a body of %s is not forwarded as a second request', async (method) => {
  expect(await ask({ method, headers: { 'content-length': String(inner.length) } }, inner)).toBe(200);
  expect(await ask({})).toBe(200);
  expect(seen.map(({ asked, body }) => [asked, body])).toEqual([
    [`${method} /mcp`, ''],
    ['POST /mcp', ''],
  ]);
});

test.each([
  ['longer', '2'],
  ['shorter', '100'],
])('a body that is %s than announced is refused, and the bytes after it are not forwarded', async (_, length) => {
  expect(await ask({ headers: { 'content-length': length } }, `{}${inner}`)).toBe('TunnelCut');
  expect(await ask({}, 'next')).toBe(200);
  expect(seen.map(({ asked, body }) => [asked, body])).toEqual([['POST /mcp', 'next']]);
  expect(told[0]).toMatchObject({ method: 'POST', outcome: 'is no request' });
});

test('a valid content length is forwarded, and an ambiguous or invalid one is not', async () => {
  expect(await ask({ headers: { 'content-length': '2' } }, '{}')).toBe(200);
  for (const headers of [
    { 'content-length': ['2', '2'] },
    { 'content-length': '2', 'Content-Length': '40' },
    { 'content-length': '0x2' },
  ])
    expect(await ask({ headers }, '{}')).toBe(200);
  expect(seen.map(({ body, headers }) => [body, headers['content-length'], headers['transfer-encoding']])).toEqual([
    ['{}', '2', undefined],
    ...Array.from({ length: 3 }, () => ['{}', undefined, 'chunked']),
  ]);
});

test.each(['CONNECT', 'TRACE', 'get', '\u001B[2J', 'G T'])(
  'the method %j is neither forwarded nor printed',
  async (method) => {
    expect(await ask({ method })).toBe('TunnelCut');
    expect([seen, told]).toEqual([[], [expect.objectContaining({ method: '?', outcome: 'is no request' })]]);
  },
);

test('an answer before the end of the request body arrives and leaves no open stream', async () => {
  const stream = gateway.open({ method: 'POST', query: '', headers: { 'x-early': '1' } })!;
  stream.write(Buffer.alloc(1_000_000));
  expect(await stream.response).toMatchObject({ status: 413 });
  stream.resume();
  await once(stream, 'end');
  stream.destroy();
  await waitUntil(() => gateway.busy === 0);
  expect(await ask({}, 'next')).toBe(200);
});
