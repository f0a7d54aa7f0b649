import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import { waitUntil } from '@assay/testkit/until';
import { clientSession, MAX_STREAMS, passBody, serverSession, TunnelCut, STREAM_WINDOW } from '../src/session.ts';
import { END_STREAM, http2Frame, headersFrame } from '@assay/testkit/http2-frames';

const http = createServer();
const sockets = new WebSocketServer({ server: http });
beforeAll(async () => {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterAll(() => {
  sockets.close();
  http.close();
  http.closeAllConnections();
});

const opened: WebSocket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

/** Two ends of a WebSocket: the gateway's, and the one that dialled. */
async function pair(): Promise<[WebSocket, WebSocket]> {
  const dialled = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const [[taken]] = await Promise.all([once(sockets, 'connection') as Promise<[WebSocket]>, once(dialled, 'open')]);
  opened.push(taken, dialled);
  return [taken, dialled];
}

type OnRequest = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;
async function tunnel(onRequest: OnRequest): Promise<{ gateway: ClientHttp2Session; ends: [WebSocket, WebSocket] }> {
  const ends = await pair();
  const gateway = clientSession(ends[0]);
  serverSession(ends[1]).on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    onRequest(stream, headers);
  });
  return { gateway, ends };
}
const post = { ':method': 'POST', ':path': '/?a=1', accept: 'text/plain', 'set-cookie': ['1', '2'] };
const ok = { ':status': 200, 'content-type': 'text/plain' };
const echo: OnRequest = (stream) => {
  stream.respond(ok);
  stream.pipe(stream);
};
const ask = (gateway: ClientHttp2Session, headers = {}): ClientHttp2Stream =>
  gateway.request({ ...post, ...headers }, { endStream: false }).on('error', () => undefined);
/** A target for a body, and a record of how it ended. */
function recorder(): [Writable, string[]] {
  const seen: string[] = [];
  const target = new Writable({
    write(piece: Buffer, _encoding, done) {
      seen.push(piece.toString());
      done();
    },
    final(done) {
      seen.push('complete');
      done();
    },
    destroy(error, done) {
      seen.push('destroyed');
      done(error);
    },
  });
  return [target, seen];
}
/** The code with which a stream was reset, or undefined. */
const ended = async (stream: ClientHttp2Stream): Promise<number | undefined> => {
  if (!stream.closed || !stream.destroyed) await new Promise((resolve) => stream.once('close', resolve));
  return stream.rstCode;
};

test('a request arrives as it was sent, and so does its answer', async () => {
  const heads: IncomingHttpHeaders[] = [];
  const { gateway } = await tunnel((stream, headers) => {
    heads.push(headers);
    echo(stream, headers);
  });
  const stream = ask(gateway);
  stream.end('hello');
  const [[head], body] = await Promise.all([once(stream, 'response'), text(stream)]);
  expect([head, body]).toMatchObject([ok, 'hello']);
  expect(heads).toMatchObject([post]);
});

test('20 MB arrive byte for byte, beside 30 other requests', async () => {
  const { gateway } = await tunnel(echo);
  const bodies = [
    Buffer.alloc(20 * 1024 * 1024, 'large'),
    ...Array.from({ length: 30 }, (_, i) => Buffer.alloc(100_000 + i, `body ${i}`)),
  ];
  const echoed = await Promise.all(
    bodies.map((body) => {
      const stream = ask(gateway);
      stream.end(body);
      return buffer(stream);
    }),
  );
  expect(echoed.map((each, i) => each.equals(bodies[i]!))).toEqual(bodies.map(() => true));
});

test('a slow reader stops its own sender, and no other', async () => {
  let sent = 0;
  const { gateway } = await tunnel((stream, { ':path': path }) => {
    stream.respond(ok);
    if (path === '/?quick') {
      stream.end('quick');
      return;
    }
    const pour = () => {
      while (stream.write(Buffer.alloc(64 * 1024))) sent += 64 * 1024;
      sent += 64 * 1024;
      stream.once('drain', pour);
    };
    pour();
  });
  const slow = ask(gateway, { ':path': '/?slow' });
  await once(slow, 'response');
  const quick = ask(gateway, { ':path': '/?quick' });
  expect(await text(quick)).toBe('quick');
  // Two windows: the granted one, and the buffer before it.
  expect(sent).toBeLessThan(4 * STREAM_WINDOW);
  slow.destroy();
});

test('a cancelled request ends on the other side', async () => {
  const there = Promise.withResolvers<ServerHttp2Stream>();
  const { gateway } = await tunnel((stream) => there.resolve(stream));
  const stream = ask(gateway);
  const other = await there.promise;
  stream.destroy();
  await waitUntil(() => other.destroyed);
  expect(gateway.destroyed).toBe(false);
});

test('every request ends on both sides when the connection is lost', async () => {
  const there: ServerHttp2Stream[] = [];
  const { gateway, ends } = await tunnel((stream) => {
    there.push(stream);
  });
  const streams = [ask(gateway), ask(gateway)];
  const errors = Promise.all(streams.map((stream) => once(stream, 'error')));
  await waitUntil(() => there.length === 2);
  ends[1].terminate();
  expect((await errors).map(([error]) => (error as Error).name)).toEqual(['TunnelCut', 'TunnelCut']);
  await waitUntil(() => there.every(({ destroyed }) => destroyed));
  expect(gateway.destroyed).toBe(true);
});

test.each<[string, (stream: ServerHttp2Stream, ends: [WebSocket, WebSocket]) => void]>([
  ['given up', (stream) => stream.destroy(new TunnelCut('given up'))],
  ['cut at this end', (_stream, ends) => ends[0].terminate()],
  ['cut at the other end', (_stream, ends) => ends[1].terminate()],
])('a body that is %s never looks complete, with a complete request or not', async (_, cut) => {
  for (const isComplete of [true, false]) {
    const there = Promise.withResolvers<ServerHttp2Stream>();
    const { gateway, ends } = await tunnel((stream) => {
      stream.respond(ok);
      stream.write('half');
      there.resolve(stream);
    });
    const stream = ask(gateway);
    if (isComplete) stream.end();
    await once(stream, 'response');
    const [target, seen] = recorder();
    passBody(stream, target);
    const sender = await there.promise;
    await waitUntil(() => seen.includes('half'));
    cut(sender, ends);
    await waitUntil(() => target.destroyed);
    expect(seen).toEqual(['half', 'destroyed']);
  }
});

test('at most MAX_STREAMS requests are accepted at once', async () => {
  let [taken, most] = [0, 0];
  const { gateway } = await tunnel((stream) => {
    most = Math.max(most, ++taken);
    stream.once('close', () => taken--);
  });
  const streams = Array.from({ length: MAX_STREAMS + 1 }, () => ask(gateway));
  await waitUntil(() => taken === MAX_STREAMS);
  streams[0]!.destroy();
  await waitUntil(() => !streams.at(-1)!.pending);
  await waitUntil(() => taken === MAX_STREAMS);
  expect(most).toBe(MAX_STREAMS);
});

test('a head that is too large is not sent, and ends no other request', async () => {
  const { gateway } = await tunnel(echo);
  const other = ask(gateway);
  await once(other, 'response');
  expect(await ended(ask(gateway, { x: 'x'.repeat(200_000) }))).not.toBe(0);
  other.end('hello');
  expect(await text(other)).toBe('hello');
});

const answer = headersFrame(1, [[':status', '200']]);
const body = (bytes: number) => http2Frame('data', 1, Buffer.alloc(bytes));
/** The end that dialled, which sends any frames, with a waiting request. */
async function rawPeer(): Promise<{ dialled: WebSocket; gateway: ClientHttp2Session; stream: ClientHttp2Stream }> {
  const [taken, dialled] = await pair();
  const gateway = clientSession(taken);
  return { dialled, gateway, stream: ask(gateway) };
}

test.each<[string, (Buffer | string)[]]>([
  ['text', ['hello hello hello']],
  ['no settings first', [answer]],
  ['a request of its own', [http2Frame('settings', 0), headersFrame(2, [[':method', 'GET']])]],
  ['more than its window', [http2Frame('settings', 0), answer, ...Array.from({ length: 20 }, () => body(16 * 1024))]],
  [
    'a body after its end',
    [http2Frame('settings', 0), answer, http2Frame('data', 1, Buffer.alloc(0), END_STREAM), body(1)],
  ],
  ['a window that is not a number', [http2Frame('settings', 0), http2Frame('window', 1, Buffer.from('x'))]],
  ['a frame that is too large', [http2Frame('settings', 0), answer, body(20 * 1024)]],
  ['a message that is too large', [Buffer.alloc(300 * 1024)]],
])('a peer that sends %s is cut off', async (_, messages) => {
  const { dialled, stream, gateway } = await rawPeer();
  const closed = once(dialled, 'close');
  const failed = ended(stream);
  for (const message of messages) dialled.send(message, { binary: typeof message !== 'string' });
  await closed;
  expect(await failed).not.toBe(0);
  expect(gateway.destroyed).toBe(true);
});

test.each<[string, [string, string][]]>([
  ['has no status', [['content-type', 'text/plain']]],
  ['has a status that is not a number', [[':status', 'two']]],
  [
    'speaks of its own connection',
    [
      [':status', '200'],
      ['connection', 'close'],
    ],
  ],
  [
    'announces two lengths',
    [
      [':status', '200'],
      ['content-length', '1'],
      ['content-length', '2'],
    ],
  ],
])('an answer that %s is refused', async (_, headers) => {
  const { dialled, stream } = await rawPeer();
  const failed = ended(stream);
  let isAnswered = false;
  stream.once('response', () => {
    isAnswered = true;
  });
  for (const each of [http2Frame('settings', 0), headersFrame(1, headers)]) dialled.send(each);
  expect(await failed).toBe(1);
  expect(isAnswered).toBe(false);
});

test('frames for a closed stream are ignored', async () => {
  const { dialled, gateway, stream } = await rawPeer();
  dialled.send(http2Frame('settings', 0));
  stream.destroy(new TunnelCut('given up'));
  await ended(stream);
  for (const late of [
    answer,
    body(1),
    http2Frame('window', 1, Buffer.of(0, 0, 0, 1)),
    http2Frame('reset', 1, Buffer.alloc(4)),
  ])
    dialled.send(late);
  const next = ask(gateway);
  const answered = once(next, 'response');
  dialled.send(headersFrame(3, [[':status', '201']]));
  expect((await answered)[0]).toMatchObject({ ':status': 201 });
});

test('a peer that answers no ping is cut off, also one that keeps sending', async () => {
  for (const isTalking of [false, true]) {
    const [taken, dialled] = await pair();
    const closed = once(dialled, 'close');
    const session = clientSession(taken, 20);
    dialled.send(http2Frame('settings', 0));
    const talk = setInterval(() => isTalking && dialled.send(http2Frame('window', 0, Buffer.of(0, 0, 0, 1))), 5);
    await closed;
    clearInterval(talk);
    await waitUntil(() => session.destroyed);
  }
  expect(opened.map(({ readyState }) => readyState)).toEqual(opened.map(() => WebSocket.CLOSED));
});

test('two ends without requests stay connected', async () => {
  const [taken, dialled] = await pair();
  // Slow enough for a busy machine to answer within a beat.
  const beatMs = 200;
  const [gateway] = [clientSession(taken, beatMs), serverSession(dialled, beatMs).on('stream', echo)];
  let pongs = 0;
  taken.on('message', () => pongs++);
  await waitUntil(() => pongs > 5);
  const stream = ask(gateway);
  stream.end('hello');
  expect(await text(stream)).toBe('hello');
});
