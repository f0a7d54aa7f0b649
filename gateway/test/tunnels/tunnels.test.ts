import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '@assay/testkit/until';
import { MAX_STREAMS, TunnelCut } from '@assay/tunnel/session';
import {
  askTunnel,
  dialIn,
  echoRequest,
  testGateways,
  dialGateway,
  tunnelPeer,
  peerProof,
  relayState,
  tunnelSlug,
  startOneGateway,
  tunnelToken,
} from './tunnel-gateways.ts';

test.each([0, 1] as const)('a request at gateway %d reaches the server that dialed the first one', async (at) => {
  await dialIn();
  const response = await askTunnel(
    { headers: { 'x-key': 'k', authorization: 'Bearer of the server' } },
    { gateway: testGateways[at] },
  );
  expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([
    201,
    'hello',
    ['a=1', 'b=2'],
  ]);
  const asked = JSON.parse(response.headers.get('x-asked')!) as { headers: IncomingHttpHeaders };
  expect(asked).toMatchObject({
    method: 'POST',
    path: '/?x=1',
    headers: { 'x-key': 'k', authorization: 'Bearer of the server' },
  });
  expect(Object.keys(asked.headers).filter((name) => /^(assay-|host|connection)/.test(name))).toEqual([]);
  // A server must not answer in the gateway's name.
  expect(response.headers.get('assay-tunnel-fault')).toBeNull();
});

test.each<[string, () => string | null]>([
  ['no proof', () => null],
  ['noise', () => 'bm9pc2U'],
  ['a proof of another mesh', () => peerProof(tunnelPeer, Date.now(), 'other')],
  ['a proof of long ago', () => peerProof(tunnelPeer, Date.now() - 120_000)],
  ['a proof for another server', () => peerProof({ ...tunnelPeer, serverId: 'srv_2' })],
  ['a proof for another project', () => peerProof({ ...tunnelPeer, projectId: 'prj_2' })],
])('with %s a tunnel looks like a missing path', async (_, shown) => {
  await dialIn();
  const [here, nowhere] = await Promise.all([
    askTunnel({}, { with: shown() }),
    fetch(`${testGateways[0].url}/nowhere`, { method: 'POST' }),
  ]);
  expect([here.status, await here.json()]).toEqual([nowhere.status, await nowhere.json()]);
});

test.each([0, 1] as const)('a tunnel without a connection is answered by gateway %d in its own name', async (at) => {
  for (const name of [tunnelSlug, 'b'.repeat(32)]) {
    const response = await askTunnel({}, { gateway: testGateways[at], of: name });
    expect([response.status, response.headers.get('assay-tunnel-fault'), response.headers.get('content-type')]).toEqual(
      [502, 'not-connected', expect.stringContaining('text/plain')],
    );
  }
});

test('a stale or dead holder of a tunnel counts as no connection', async () => {
  Object.assign(relayState, { attachmentId: 'attach_x', relayUrl: testGateways[1].url });
  expect(await askTunnel().then(({ status, headers }) => [status, headers.get('assay-tunnel-fault')])).toEqual([
    502,
    'not-connected',
  ]);
  Object.assign(relayState, { relayUrl: 'http://127.0.0.1:9' });
  expect(await askTunnel().then(({ status, headers }) => [status, headers.get('assay-tunnel-fault')])).toEqual([
    502,
    'not-connected',
  ]);
  relayState.attachmentId = '';
});

test.each([
  ['no token', ''],
  ['a token that was never made', `Bearer ${tunnelToken('x')}`],
  ['an API key', `Bearer sk_${'g'.repeat(43)}`],
  ['half a token', 'Bearer tt_short'],
])('a dial with %s is refused', async (_, authorization) => {
  const [, response] = (await once(dialGateway(testGateways[0], authorization), 'unexpected-response')) as [
    unknown,
    IncomingMessage,
  ];
  expect(response.statusCode).toBe(401);
  expect(relayState.attachmentId).toBe('');
});

test('other paths have no WebSocket', async () => {
  const [, response] = (await once(
    dialGateway(testGateways[0], undefined, '/api/v1/projects'),
    'unexpected-response',
  )) as [unknown, IncomingMessage];
  expect(response.statusCode).toBe(404);
});

test('events arrive one by one while the stream is open', async () => {
  const there = Promise.withResolvers<ServerHttp2Stream>();
  await dialIn((stream) => {
    stream.respond({ 'content-type': 'text/event-stream' });
    there.resolve(stream);
  });
  const [response, stream] = await Promise.all([askTunnel(), there.promise]);
  const reader = response.body!.getReader();
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    stream.write(event);
    expect(Buffer.from((await reader.read()).value).toString()).toBe(event);
  }
  stream.end();
  expect((await reader.read()).done).toBe(true);
});

test('a disconnect of the platform cancels the request at the server', async () => {
  const there = Promise.withResolvers<ServerHttp2Stream>();
  await dialIn((stream) => there.resolve(stream));
  const gone = new AbortController();
  const asked = askTunnel({ signal: gone.signal }).catch((error: unknown) => error);
  const stream = await there.promise;
  gone.abort();
  await waitUntil(() => stream.destroyed);
  expect(await asked).toMatchObject({ name: 'AbortError' });
});

test('a lost connection cuts a begun answer, and is the reason for another', async () => {
  const begun = Promise.withResolvers<void>();
  const { socket } = await dialIn((stream, headers) => {
    if (headers['x-begin']) {
      stream.respond();
      stream.write('half');
      begun.resolve();
    }
  });
  const waiting = askTunnel();
  const half = await askTunnel({ headers: { 'x-begin': '1' } });
  await begun.promise;
  socket.terminate();
  await expect(half.text()).rejects.toThrow();
  const response = await waiting;
  expect([response.status, response.headers.get('assay-tunnel-fault')]).toEqual([502, 'not-connected']);
});

test('a missing server at the other end is reported', async () => {
  await dialIn((stream) => stream.close(constants.NGHTTP2_CONNECT_ERROR));
  const response = await askTunnel();
  expect([response.status, response.headers.get('assay-tunnel-fault')]).toEqual([502, 'unreachable']);
});

test('an answer that its sender gives up is cut, however much of it has arrived', async () => {
  await dialIn((stream) => {
    stream.respond();
    stream.write('half', () => stream.destroy(new TunnelCut('given up')));
  });
  await expect(askTunnel().then((response) => response.text())).rejects.toThrow();
});

test('a newer connection replaces the former, at this gateway and at another', async () => {
  const first = await dialIn();
  const second = await dialIn();
  expect(await first.ended).toBe('replaced');
  await dialIn(echoRequest, testGateways[1]);
  expect(await second.ended).toBe('closed');
  expect((await askTunnel()).status).toBe(201);
});

test('a closed tunnel is cut within seconds', async () => {
  const { socket, ended } = await dialIn();
  const closed = once(socket, 'close');
  relayState.attachmentId = 'closed';
  expect(await ended).toBe('closed');
  await closed;
  relayState.attachmentId = '';
  expect((await askTunnel()).status).toBe(502);
});

test('a closed tunnel is cut also when its other end goes on', async () => {
  const socket = dialGateway(testGateways[0]);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  relayState.attachmentId = 'closed';
  await closed;
  relayState.attachmentId = '';
  expect((await askTunnel()).status).toBe(502);
});

test('a request too many is refused, and does not cut the tunnel', async () => {
  const { busy } = await dialIn((stream, headers) => {
    if (headers['x-last']) echoRequest(stream, headers);
  });
  const gone = new AbortController();
  const waiting = Array.from({ length: MAX_STREAMS }, () =>
    askTunnel({ signal: gone.signal }).catch((error: unknown) => error),
  );
  await waitUntil(() => busy() === MAX_STREAMS);
  expect((await askTunnel()).status).toBe(503);
  gone.abort();
  await Promise.all(waiting);
  await waitUntil(() => busy() === 0);
  expect((await askTunnel({ headers: { 'x-last': '1' } })).status).toBe(201);
});

test('a stopping gateway finishes a request and sends its servers elsewhere', async () => {
  const stopping = await startOneGateway();
  const there = Promise.withResolvers<ServerHttp2Stream>();
  const { ended } = await dialIn((stream) => there.resolve(stream), stopping);
  const asked = askTunnel({}, { gateway: stopping });
  const stream = await there.promise;
  const stopped = stopping.stop();
  await delay(0);
  stream.respond();
  stream.end('done');
  expect(await (await asked).text()).toBe('done');
  expect(await ended).toBe('restarting');
  await stopped;
});

test('a large answer is passed byte for byte, also through another gateway', async () => {
  const large = Buffer.alloc(10 * 1024 * 1024, 'ten megabytes');
  await dialIn((stream) => {
    stream.respond({ 'content-length': large.length });
    stream.end(large);
  });
  for (const gateway of testGateways)
    expect(Buffer.from(await (await askTunnel({}, { gateway })).arrayBuffer()).equals(large)).toBe(true);
});

test('requests through a tunnel take room of their organization in the gateway that holds it', async () => {
  const gateway = await startOneGateway({ maxBytesInFlight: 2 * 1024 * 1024 });
  const open: ServerHttp2Stream[] = [];
  await dialIn((stream, { ':method': method }) => {
    stream.respond();
    if (method === 'GET') stream.end('an event');
    else open.push(stream);
  }, gateway);
  const ask = () => askTunnel({}, { gateway });
  const taken = [await ask(), await ask()];
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
    503,
    '5',
    'Too many requests are on their way through the tunnel.\n',
  ]);
  const listening = await fetch(`${gateway.url}/tunnels/${tunnelSlug}`, {
    headers: { 'assay-tunnel-proof': peerProof() },
  });
  expect(await listening.text()).toBe('an event');
  open[0]!.end('done');
  expect(await taken[0]!.text()).toBe('done');
  const following = await waitUntil(async () => {
    const response = await ask();
    return response.status === 200 && response;
  });
  for (const stream of open.slice(1)) stream.end('done');
  expect(await Promise.all([taken[1]!.text(), following.text()])).toEqual(['done', 'done']);
  await gateway.stop();
});
