import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import { waitUntil } from '@assay/testkit/until';
import { encodeFrame, KIND, type RequestHead } from '../src/frames.ts';
import { MAX_STREAMS, Multiplex } from '../src/multiplex.ts';
import { WINDOW, type TunnelStream } from '../src/tunnel-stream.ts';

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

/** Two ends of a WebSocket: the one of the gateway, and the one that dialled. */
async function pair(): Promise<[WebSocket, WebSocket]> {
  const dialled = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const [[taken]] = await Promise.all([once(sockets, 'connection') as Promise<[WebSocket]>, once(dialled, 'open')]);
  opened.push(taken, dialled);
  return [taken, dialled];
}

async function tunnel(
  onRequest: (head: RequestHead, stream: TunnelStream) => void,
): Promise<{ gateway: Multiplex; client: Multiplex; ends: [WebSocket, WebSocket] }> {
  const ends = await pair();
  return { gateway: new Multiplex(ends[0]), client: new Multiplex(ends[1], onRequest), ends };
}
const post: RequestHead = { method: 'POST', query: '?a=1', headers: { accept: 'text/plain', 'x-two': ['1', '2'] } };
const ok = { status: 200, headers: { 'content-type': 'text/plain' } };

test('a request arrives as it was sent, and its answer comes back', async () => {
  const heads: RequestHead[] = [];
  const { gateway } = await tunnel((head, stream) => {
    heads.push(head);
    stream.respond(ok);
    stream.pipe(stream);
  });
  const stream = gateway.open(post)!;
  stream.end('hello');
  expect(await stream.response).toEqual(ok);
  expect(await text(stream)).toBe('hello');
  expect(heads).toEqual([post]);
  await waitUntil(() => gateway.busy === 0);
});

test('20 MB come through byte for byte, beside 30 others', async () => {
  const { gateway } = await tunnel((_head, stream) => {
    stream.respond(ok);
    stream.pipe(stream);
  });
  const bodies = [
    Buffer.alloc(20 * 1024 * 1024, 'large'),
    ...Array.from({ length: 30 }, (_, i) => Buffer.alloc(100_000 + i, `body ${i}`)),
  ];
  const echoed = await Promise.all(
    bodies.map((body) => {
      const stream = gateway.open(post)!;
      stream.end(body);
      return buffer(stream);
    }),
  );
  expect(echoed.map((each, i) => each.equals(bodies[i]!))).toEqual(bodies.map(() => true));
});

test('a reader that does not read stops its own sender, and no other', async () => {
  let sent = 0;
  const { gateway } = await tunnel((head, stream) => {
    stream.respond(ok);
    if (head.query === '?quick') {
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
  const slow = gateway.open({ ...post, query: '?slow' })!;
  await slow.response;
  const quick = gateway.open({ ...post, query: '?quick' })!;
  expect(await text(quick)).toBe('quick');
  // Two windows: what is credited, and what is buffered before it.
  expect(sent).toBeLessThan(4 * WINDOW);
  slow.destroy();
});

test('giving a request up ends it on the other side', async () => {
  const there = Promise.withResolvers<TunnelStream>();
  const { gateway } = await tunnel((_head, stream) => there.resolve(stream));
  const stream = gateway.open(post)!;
  const other = await there.promise;
  stream.destroy();
  await waitUntil(() => other.destroyed);
  await expect(stream.response).rejects.toMatchObject({ name: 'TunnelCut' });
  expect(gateway.busy).toBe(0);
});

test('when the connection is lost, every request ends on both sides', async () => {
  const there: TunnelStream[] = [];
  const { gateway, ends } = await tunnel((_head, stream) => {
    there.push(stream);
  });
  const streams = [gateway.open(post)!, gateway.open(post)!];
  await waitUntil(() => there.length === 2);
  ends[1].terminate();
  for (const stream of streams) await expect(stream.response).rejects.toMatchObject({ name: 'TunnelCut' });
  await waitUntil(() => there.every(({ destroyed }) => destroyed));
});

test('there is an end to how many requests are under way', async () => {
  const { gateway } = await tunnel(() => undefined);
  const streams = Array.from({ length: MAX_STREAMS + 1 }, () => gateway.open(post));
  expect(streams.filter((stream) => stream === undefined)).toHaveLength(1);
  streams[0]!.destroy();
  await waitUntil(() => gateway.open(post) !== undefined);
});

test('a head that is too large is not sent', async () => {
  const { gateway } = await tunnel(() => undefined);
  expect(gateway.open({ ...post, headers: { x: 'x'.repeat(200_000) } })).toBeUndefined();
});

const body = (bytes: number) => encodeFrame('body', 1, Buffer.alloc(bytes));
test.each<[string, (Buffer | string)[]]>([
  ['text', ['hello']],
  ['nothing', [Buffer.alloc(0)]],
  ['half a head', [Buffer.from([1, 0])]],
  ['an unknown kind', [Buffer.from([99, 0, 0, 0, 1])]],
  ['a request of its own', [encodeFrame('request', 1, Buffer.from(JSON.stringify(post)))]],
  ['a response that is none', [encodeFrame('response', 1, Buffer.from('{"status":999,"headers":{}}'))]],
  ['a response that is no JSON', [encodeFrame('response', 1, Buffer.from('{'))]],
  ['more than its credit', Array.from({ length: 8 }, () => body(64 * 1024))],
  ['a body after its end', [encodeFrame('end', 1), body(1)]],
  ['credit that is no number', [encodeFrame('credit', 1, Buffer.from('x'))]],
])('a peer that sends %s is cut off', async (_, messages) => {
  const [taken, dialled] = await pair();
  const gateway = new Multiplex(taken);
  const stream = gateway.open(post)!;
  for (const message of messages) dialled.send(message, { binary: typeof message !== 'string' });
  const [code] = (await once(dialled, 'close')) as [number];
  expect([1002, 1006]).toContain(code);
  await expect(stream.response).rejects.toMatchObject({ name: 'TunnelCut' });
});

test('what comes for a stream that is over is no fault', async () => {
  const [taken, dialled] = await pair();
  const gateway = new Multiplex(taken);
  for (const kind of Object.keys(KIND) as (keyof typeof KIND)[])
    if (kind !== 'request') dialled.send(encodeFrame(kind, 7));
  const stream = gateway.open(post)!;
  dialled.send(encodeFrame('response', 1, Buffer.from(JSON.stringify(ok))));
  expect(await stream.response).toEqual(ok);
});
