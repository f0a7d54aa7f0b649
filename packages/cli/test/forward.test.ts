import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { constants, type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2';
import { createServer as tcp, type AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { waitUntil } from '@assay/testkit/until';
import { END_STREAM, http2Frame, headersFrame, HTTP2_PREFACE } from '@assay/testkit/http2-frames';
import { clientSession, serverSession } from '@assay/tunnel/session';
import { requestForwarder, type ForwardedRequest } from '../src/actions/tunnel/forward.ts';

const seen: { asked: string; body: string; headers: IncomingMessage['headers'] }[] = [];
const told: ForwardedRequest[] = [];
let local: Server;
let platform: WebSocketServer;
let gateway: ClientHttp2Session;
/** The number of requests that the command handles now. */
let busy = 0;

/** Both ends of a connection: the platform's and the command's. */
async function joined(): Promise<[WebSocket, WebSocket]> {
  const dialled = new WebSocket(`ws://127.0.0.1:${(platform.address() as AddressInfo).port}`);
  const [[taken]] = await Promise.all([once(platform, 'connection') as Promise<[WebSocket]>, once(dialled, 'open')]);
  return [taken, dialled];
}

beforeAll(async () => {
  local = createServer((req, res) => {
    if (req.headers['x-early']) return void res.writeHead(413).end('too large');
    const pieces: Buffer[] = [];
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('end', () => {
      seen.push({ asked: `${req.method} ${req.url}`, body: Buffer.concat(pieces).toString(), headers: req.headers });
      const { 'x-status': status, 'x-reply': reply } = req.headers;
      if (status) res.writeHead(Number(status)).end();
      else if (reply) {
        res.setHeader('set-cookie', ['a=1', 'b=2']);
        res.end(
          res.writeHead(200, {
            'x-fine': '1',
            connection: 'x-hop, keep-alive',
            'x-hop': '1',
            'assay-tunnel-fault': 'x',
          }) && 'ok',
        );
      } else res.end('ok');
    });
  }).listen(0, '127.0.0.1');
  platform = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await Promise.all([once(local, 'listening'), once(platform, 'listening')]);
  gateway = await dialledIn();
});
afterAll(() => {
  gateway.destroy();
  platform.close();
  local.closeAllConnections();
  local.close();
});
const localUrl = () => new URL(`http://127.0.0.1:${(local.address() as AddressInfo).port}/mcp`);
/** The platform's end of a tunnel that leads to `url`. */
async function dialledIn(url = localUrl(), tell = (passed: ForwardedRequest): unknown => told.push(passed)) {
  const [near, far] = await joined();
  answer(far, url, tell);
  return clientSession(near);
}
function answer(
  far: WebSocket,
  url = localUrl(),
  tell = (passed: ForwardedRequest): unknown => told.push(passed),
): void {
  const forward = requestForwarder(url, tell);
  serverSession(far).on('stream', (stream, headers) => {
    busy++;
    stream.once('close', () => busy--);
    forward(stream, headers);
  });
}
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
    const settled = Promise.withResolvers<ForwardedRequest>();
    const asked = await dialledIn(new URL(`http://127.0.0.1:${(odd.address() as AddressInfo).port}/`), settled.resolve);
    const stream = open({}, '', asked);
    expect(await answered(stream)).toBe(
      status === 'x' ? constants.NGHTTP2_CONNECT_ERROR : constants.NGHTTP2_INTERNAL_ERROR,
    );
    expect((await settled.promise).outcome).toMatch(/not answered|cannot be reached/);
    asked.destroy();
    odd.close();
  },
);

function open(headers: OutgoingHttpHeaders, body = '', of = gateway): ClientHttp2Stream {
  const stream = of.request({ ':method': 'POST', ':path': '/', ...headers }, { endStream: false });
  stream.on('error', () => undefined);
  if (body) stream.write(body);
  stream.end();
  return stream;
}
/** The status of an answer, or the error code of a stream without one. */
const answered = (stream: ClientHttp2Stream): Promise<number | undefined> =>
  new Promise((resolve) => {
    stream.once('response', ({ ':status': status }) => resolve(status)).once('close', () => resolve(stream.rstCode));
  });
/** The answer, once the request has ended completely. */
const ask = async (headers: OutgoingHttpHeaders, body = '', of = gateway): Promise<number | undefined> => {
  const stream = open(headers, body, of);
  const answer = await answered(stream);
  stream.resume();
  await waitUntil(() => busy === 0);
  return answer;
};

const inner = 'GET /admin/secrets HTTP/1.1\r\nHost: x\r\n\r\n';

test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('a body of %s is not forwarded as a second request', async (method) => {
  expect(await ask({ ':method': method, 'content-length': String(inner.length) }, inner)).toBe(200);
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
  const other = await dialledIn();
  expect(await ask({ 'content-length': length }, `{}${inner}`, other)).not.toBe(200);
  expect(await ask({}, 'next')).toBe(200);
  expect(seen.map(({ asked, body }) => [asked, body])).toEqual([['POST /mcp', 'next']]);
  expect(told[0]).toMatchObject({ method: 'POST', outcome: 'was cancelled' });
  other.destroy();
});

test('a valid content length is forwarded', async () => {
  expect(await ask({ 'content-length': '2' }, '{}')).toBe(200);
  expect(await ask({}, '{}')).toBe(200);
  expect(seen.map(({ body, headers }) => [body, headers['content-length'], headers['transfer-encoding']])).toEqual([
    ['{}', '2', undefined],
    ['{}', undefined, 'chunked'],
  ]);
});

/** Sends a request that Node's own client would not send, and waits for the answer to it or for its refusal. */
async function sendRaw(...headers: [string, string][]): Promise<void> {
  const [near, far] = await joined();
  answer(far);
  // Byte 3 of a frame is its kind: a head, an error of the stream or one of the connection.
  const settled = new Promise<void>((resolve) => {
    near.on('message', (bytes: Buffer) => [1, 3, 7].includes(bytes[3]!) && resolve());
  });
  const head: [string, string][] = [
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', '/'],
    [':authority', 'x'],
  ];
  const all = [...head.filter(([name]) => headers.every(([other]) => other !== name)), ...headers];
  for (const each of [
    HTTP2_PREFACE,
    http2Frame('settings', 0),
    headersFrame(1, all),
    http2Frame('data', 1, Buffer.from('{}'), END_STREAM),
  ])
    near.send(each);
  await settled;
  near.terminate();
  await waitUntil(() => busy === 0);
}

test.each<[string, [string, string][]]>([
  [
    'a length that is said twice',
    [
      ['content-length', '2'],
      ['content-length', '40'],
    ],
  ],
  ['a length that is not a number', [['content-length', '0x2']]],
  ['a connection of its own', [['transfer-encoding', 'chunked']]],
  ['a method of two words', [[':method', 'G T']]],
])('a request with %s is not forwarded', async (_, headers) => {
  await sendRaw(...headers);
  expect(await ask({}, 'next')).toBe(200);
  expect(seen.map(({ body }) => body)).toEqual(['next']);
});

test('a header of two lines is not forwarded', async () => {
  await sendRaw(['x-bad', 'a\r\nb: c'], ['x-fine', '1']);
  expect(seen).toMatchObject([{ body: '{}', headers: { 'x-fine': '1' } }]);
  expect([seen[0]!.headers['x-bad'], seen[0]!.headers.b]).toEqual([undefined, undefined]);
});

const refused = expect.objectContaining({ method: '?', outcome: 'is not a request' });
// HTTP/2 refuses a method that is no token before the command sees it.
test.each([
  ['CONNECT', [refused]],
  ['TRACE', [refused]],
  ['get', [refused]],
  ['\u001B[2J', []],
  ['G T', []],
])('the method %j is neither forwarded nor printed', async (method, printed) => {
  const headers = { ':method': method, ...(method === 'CONNECT' && { ':path': undefined, ':authority': 'x:1' }) };
  expect(await ask(headers)).not.toBe(200);
  expect([seen, told]).toEqual([[], printed]);
});

test('an answer before the end of the request body arrives and leaves no open stream', async () => {
  const stream = gateway.request({ ':method': 'POST', ':path': '/', 'x-early': '1' }, { endStream: false });
  stream.on('error', () => undefined);
  stream.write(Buffer.alloc(1_000_000));
  expect(await answered(stream)).toBe(413);
  stream.resume();
  await once(stream, 'end');
  stream.destroy(new Error('given up'));
  await waitUntil(() => busy === 0);
  expect(await ask({}, 'next')).toBe(200);
});

test('hop-by-hop headers and headers of the platform are forwarded in neither direction', async () => {
  const stream = open({ 'x-reply': '1', 'assay-tunnel-proof': 'x', 'proxy-authorization': 'x' });
  const [headers] = (await once(stream, 'response')) as [Record<string, string>];
  stream.resume();
  expect(headers).toMatchObject({ 'x-fine': '1', 'set-cookie': ['a=1', 'b=2'] });
  expect(
    Object.keys(headers).filter((name) => /^(assay-|connection|keep-alive|transfer|x-hop|content-length)/.test(name)),
  ).toEqual([]);
  expect(Object.keys(seen[0]!.headers).filter((name) => /^(assay-|proxy-|:)/.test(name))).toEqual([]);
  await waitUntil(() => busy === 0);
});

test.each([204, 304, 999])('an answer with status %d ends', async (status) => {
  expect(await ask({ 'x-status': String(status) })).toBe(status === 999 ? constants.NGHTTP2_INTERNAL_ERROR : status);
});

test('a request that is cut off in its body is never complete for the server', async () => {
  const ended = Promise.withResolvers<boolean>();
  const slow = createServer((req) => {
    req.on('error', () => undefined).resume();
    req.once('close', () => ended.resolve(req.complete));
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  for (const cut of ['stream', 'session'] as const) {
    const begun = once(slow, 'request');
    const asked = await dialledIn(new URL(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`));
    const stream = asked.request({ ':method': 'POST', ':path': '/' }, { endStream: false });
    stream.on('error', () => undefined);
    stream.write('half');
    await begun;
    if (cut === 'stream') stream.destroy(new Error('given up'));
    else asked.destroy();
    expect(await ended.promise).toBe(false);
    asked.destroy();
  }
  slow.close();
});
