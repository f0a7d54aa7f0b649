import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { RelayService } from '@assay/contract/gen/assay/v1/tunnels';
import { notFound, Problem } from '@assay/contract/problem';
import { dial, type Channel } from '@assay/kit/client';
import { createLog } from '@assay/kit/log';
import { implement, serve, type Running } from '@assay/kit/serve';
import { tunnelProof } from '@assay/kit/tunnel-proof';
import { until } from '@assay/testkit/until';
import type { RequestHead } from '@assay/tunnel/frames';
import { CLOSED, Multiplex, REPLACED } from '@assay/tunnel/multiplex';
import type { TunnelStream } from '@assay/tunnel/tunnel-stream';
import type { Config } from '../src/config.ts';
import { startGateway, type RunningGateway } from '../src/start.ts';

const meshSecret = 'a secret of this test';
const log = createLog('test', 'silent');
const token = (letter: string) => `tt_${letter.repeat(43)}`;
const slug = 'a'.repeat(32);
const peer = { serverId: 'srv_1', projectId: 'prj_1' };

/** Diagnostics as far as gateways know it. */
const relay = { attachmentId: '', relayUrl: '', count: 0, gone: [] as string[] };
let mesh: Running;
let inside: Channel;
let gateways: [RunningGateway, RunningGateway];

beforeAll(async () => {
  const rooms = [implement(RelayService, {
    attachTunnel: async ({ tokenHash, relayUrl }) => {
      if (!tokenHash.equals(createHash('sha256').update(token('g')).digest())) throw new Problem('UNAUTHORIZED', 'The token of the tunnel is not valid.');
      Object.assign(relay, { attachmentId: `attach_${++relay.count}`, relayUrl });
      return { ...peer, slug, attachmentId: relay.attachmentId };
    },
    beatTunnels: async ({ attachmentIds }) => ({ goneAttachmentIds: attachmentIds.filter((id) => id !== relay.attachmentId) }),
    detachTunnel: async ({ attachmentId }) => {
      relay.gone.push(attachmentId);
      if (attachmentId === relay.attachmentId) relay.attachmentId = '';
      return {};
    },
    locateTunnel: async (asked) => {
      if (asked.slug !== slug || relay.attachmentId === '') throw notFound('tunnel');
      return { serverId: peer.serverId, relayUrl: relay.relayUrl, attachmentId: relay.attachmentId };
    },
  })];
  mesh = await serve({ name: 'rooms', address: '127.0.0.1:0', implementations: rooms, meshSecret, log });
  inside = dial(mesh.address, meshSecret, 'gateway');
  const { address } = mesh;
  const config: Config = { host: '127.0.0.1', port: 0, meshSecret, addresses: { catalog: address, diagnostics: address, suites: address, runs: address }, limit: undefined, maxBodyBytes: 1_000, runnerEdge: undefined, relayUrl: undefined };
  gateways = [await startGateway(config, log), await startGateway(config, log)];
});
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await until(() => relay.attachmentId === '');
});
afterAll(async () => {
  await Promise.all(gateways.map((each) => each.stop()));
  inside.close();
  await mesh.stop();
});

type OnRequest = (head: RequestHead, stream: TunnelStream) => void;
const echo: OnRequest = ({ method, query, headers }, stream) => {
  stream.respond({ status: 201, headers: { 'content-type': 'text/plain', 'x-asked': JSON.stringify({ method, query, headers }), 'set-cookie': ['a=1', 'b=2'], connection: 'x-hop', 'x-hop': '1', 'assay-tunnel-fault': 'not-connected' } });
  stream.pipe(stream);
};

function knock(gateway: RunningGateway, authorization = `Bearer ${token('g')}`, path = '/api/v1/tunnels/connect'): WebSocket {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}${path}`, { headers: { authorization } });
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** A server that dials in. */
async function connect(onRequest: OnRequest = echo, gateway = gateways[0]): Promise<WebSocket> {
  const socket = knock(gateway);
  socket.once('open', () => new Multiplex(socket, onRequest));
  await once(socket, 'open');
  return socket;
}

const proof = (of = peer, now = Date.now(), secret = meshSecret) => tunnelProof(secret, of, now);
const ask = ({ headers = {}, ...init }: { headers?: Record<string, string>; signal?: AbortSignal } = {}, { gateway = gateways[0], of = slug, with: shown = proof() }: { gateway?: RunningGateway; of?: string; with?: string | null } = {}) =>
  fetch(`${gateway.url}/tunnels/${of}?x=1`, { method: 'POST', body: 'hello', ...init, headers: { ...(shown !== null && { 'assay-tunnel-proof': shown }), ...headers } });

test.each([0, 1] as const)('a request of the platform at gateway %d reaches the server that dialled the first one, and comes back', async (at) => {
  await connect();
  const response = await ask({ headers: { 'x-key': 'k', authorization: 'Bearer of the server' } }, { gateway: gateways[at] });
  expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([201, 'hello', ['a=1', 'b=2']]);
  const asked = JSON.parse(response.headers.get('x-asked')!) as RequestHead;
  expect(asked).toMatchObject({ method: 'POST', query: '?x=1', headers: { 'x-key': 'k', authorization: 'Bearer of the server' } });
  expect(Object.keys(asked.headers).filter((name) => /^(assay-|host|connection)/.test(name))).toEqual([]);
  // What the server says in the gateway's name, and about its own connection, goes nowhere.
  expect([response.headers.get('assay-tunnel-fault'), response.headers.get('x-hop')]).toEqual([null, null]);
});

test.each<[string, () => string | null]>([
  ['no proof', () => null], ['noise', () => 'bm9pc2U'], ['a proof of another mesh', () => proof(peer, Date.now(), 'other')], ['a proof of long ago', () => proof(peer, Date.now() - 120_000)],
  ['a proof for another server', () => proof({ ...peer, serverId: 'srv_2' })], ['a proof for another project', () => proof({ ...peer, projectId: 'prj_2' })],
])('with %s a tunnel cannot be told from a path that is not there', async (_, shown) => {
  await connect();
  const [here, nowhere] = await Promise.all([ask({}, { with: shown() }), fetch(`${gateways[0].url}/nowhere`, { method: 'POST' })]);
  expect([here.status, await here.json()]).toEqual([nowhere.status, await nowhere.json()]);
});

test.each([0, 1] as const)('a tunnel that nobody holds answers in the gateway\'s own name at gateway %d', async (at) => {
  for (const name of [slug, 'b'.repeat(32)]) {
    const response = await ask({}, { gateway: gateways[at], of: name });
    expect([response.status, response.headers.get('assay-tunnel-fault'), response.headers.get('content-type')]).toEqual([502, 'not-connected', expect.stringContaining('text/plain')]);
  }
});

test('a gateway that is said to hold a tunnel and does not, or is gone, is as none', async () => {
  Object.assign(relay, { attachmentId: 'attach_x', relayUrl: gateways[1].url });
  expect(await ask().then(({ status, headers }) => [status, headers.get('assay-tunnel-fault')])).toEqual([502, 'not-connected']);
  Object.assign(relay, { relayUrl: 'http://127.0.0.1:9' });
  expect(await ask().then(({ status, headers }) => [status, headers.get('assay-tunnel-fault')])).toEqual([502, 'not-connected']);
  relay.attachmentId = '';
});

test.each([['no token', ''], ['a token that was never made', `Bearer ${token('x')}`], ['an API key', `Bearer sk_${'g'.repeat(43)}`], ['half a token', 'Bearer tt_short']])('with %s nobody dials in', async (_, authorization) => {
  const [, response] = await once(knock(gateways[0], authorization), 'unexpected-response') as [unknown, IncomingMessage];
  expect(response.statusCode).toBe(401);
  expect(relay.attachmentId).toBe('');
});

test('there is no WebSocket elsewhere', async () => {
  const [, response] = await once(knock(gateways[0], undefined, '/api/v1/projects'), 'unexpected-response') as [unknown, IncomingMessage];
  expect(response.statusCode).toBe(404);
});

test('events arrive one by one, while the stream is open', async () => {
  const there = Promise.withResolvers<TunnelStream>();
  await connect((_head, stream) => { stream.respond({ status: 200, headers: { 'content-type': 'text/event-stream' } }); there.resolve(stream); });
  const [response, stream] = await Promise.all([ask(), there.promise]);
  const reader = response.body!.getReader();
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    stream.write(event);
    expect(Buffer.from((await reader.read()).value).toString()).toBe(event);
  }
  stream.end();
  expect((await reader.read()).done).toBe(true);
});

test('when the platform hangs up, the server is told', async () => {
  const there = Promise.withResolvers<TunnelStream>();
  await connect((_head, stream) => there.resolve(stream));
  const gone = new AbortController();
  const asked = ask({ signal: gone.signal }).catch((error: unknown) => error);
  const stream = await there.promise;
  gone.abort();
  await until(() => stream.destroyed);
  expect(await asked).toMatchObject({ name: 'AbortError' });
});

test('when the connection is lost in the middle, an answer that has begun is cut and one that has not says why', async () => {
  const begun = Promise.withResolvers<void>();
  const socket = await connect((head, stream) => {
    if (head.headers['x-begin']) { stream.respond({ status: 200, headers: {} }); stream.write('half'); begun.resolve(); }
  });
  const waiting = ask();
  const half = await ask({ headers: { 'x-begin': '1' } });
  await begun.promise;
  socket.terminate();
  await expect(half.text()).rejects.toThrow();
  const response = await waiting;
  expect([response.status, response.headers.get('assay-tunnel-fault')]).toEqual([502, 'not-connected']);
});

test('that there is no server at the other end is said so', async () => {
  await connect((_head, stream) => { stream.respond({ fault: 'unreachable' }); stream.end(); });
  const response = await ask();
  expect([response.status, response.headers.get('assay-tunnel-fault')]).toEqual([502, 'unreachable']);
});

test('a newer connection takes the place of the one before, at this gateway and at another', async () => {
  const first = await connect();
  const replaced = once(first, 'close');
  const second = await connect();
  expect((await replaced)[0]).toBe(REPLACED);
  const cut = once(second, 'close');
  await connect(echo, gateways[1]);
  expect((await cut)[0]).toBe(CLOSED);
  expect((await ask()).status).toBe(201);
});

test('a tunnel that is closed is cut within seconds', async () => {
  const socket = await connect();
  const closed = once(socket, 'close');
  relay.attachmentId = 'closed';
  expect((await closed)[0]).toBe(CLOSED);
  relay.attachmentId = '';
  expect((await ask()).status).toBe(502);
});

test('the head of a request that is too large is refused, and does not cut the tunnel', async () => {
  await connect();
  const { port } = new URL(gateways[0].url);
  const headers = { 'assay-tunnel-proof': proof(), ...Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`x-${i}`, 'x'.repeat(4_000)])) };
  const [response] = await once(request({ port, path: `/tunnels/${slug}`, headers }).end(), 'response') as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(201);
  expect((await ask()).status).toBe(201);
});

test('a gateway that stops lets a request finish and sends its servers elsewhere', async () => {
  const { address } = mesh;
  const stopping = await startGateway({ host: '127.0.0.1', port: 0, meshSecret, addresses: { catalog: address, diagnostics: address, suites: address, runs: address }, limit: undefined, maxBodyBytes: 1_000, runnerEdge: undefined, relayUrl: undefined }, log);
  const there = Promise.withResolvers<TunnelStream>();
  const socket = await connect((_head, stream) => there.resolve(stream), stopping);
  const closed = once(socket, 'close');
  const asked = ask({}, { gateway: stopping });
  const stream = await there.promise;
  const stopped = stopping.stop();
  await delay(0);
  stream.respond({ status: 200, headers: {} });
  stream.end('done');
  expect(await (await asked).text()).toBe('done');
  expect((await closed)[0]).toBe(1012);
  await stopped;
});

test('a large answer comes through byte for byte, also by way of another gateway', async () => {
  const large = Buffer.alloc(10 * 1024 * 1024, 'ten megabytes');
  await connect((_head, stream) => { stream.respond({ status: 200, headers: { 'content-length': String(large.length) } }); stream.end(large); });
  for (const gateway of gateways) expect(Buffer.from(await (await ask({}, { gateway })).arrayBuffer()).equals(large)).toBe(true);
});
