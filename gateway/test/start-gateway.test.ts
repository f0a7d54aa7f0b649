import { perService } from '@assay/contract/services';
import { once } from 'node:events';
import { Agent, createServer, get, Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { mock } from 'node:test';
import type { Document } from '@assay/mesh/gen/assay/v1/document';
import { rpcsOf } from '@assay/mesh/rpc/operation-rpc';
import { createLog } from '@assay/kit/log';
import { serve, type Implementation } from '@assay/kit/rpc/serve';
import type { Config } from '../src/config.ts';
import { startGateway } from '../src/start.ts';
import { nearestPrivate } from '../src/addresses/trusted-proxies.ts';

const log = createLog('test', 'silent');
const config = (address: string, port = 0): Config => ({
  host: '127.0.0.1',
  port,
  meshSecret: 's',
  addresses: perService(() => address),
  limit: undefined,
  sharedLimits: { person: 10, organization: 100 },
  trustedProxies: nearestPrivate,
  maxBodyBytes: 1_000,
  maxBytesInFlight: 256 * 1024 * 1024,
  maxConnections: 1_000,
  runnerEdge: undefined,
  publicUrl: 'http://127.0.0.1:4000',
  relayUrl: undefined,
});

test('a stop finishes the request in flight, and does not wait for its connection', async () => {
  const agent = new Agent({ keepAlive: true });
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Omit<Document, 'otherwise'>>();
  const handlers = {
    listModels: () => {
      arrived.resolve();
      return answer.promise;
    },
  } as unknown as Implementation['handlers'];
  const catalog = await serve({
    name: 'catalog',
    address: '127.0.0.1:0',
    meshSecret: 's',
    log,
    implementations: [{ definition: rpcsOf('catalog'), handlers }],
  });
  const gateway = await startGateway(config(catalog.address), log);

  const sent = get(`${gateway.url}/api/v1/models`, { agent });
  await arrived.promise;
  const cut = mock.method(Server.prototype, 'closeAllConnections');
  const stopped = gateway.stop();
  answer.resolve({ json: Buffer.from('{"items":[]}'), contentType: '', headers: {} });
  const [response] = await once(sent, 'response');
  expect(response.statusCode).toBe(200);
  expect(response.headers.connection).toBe('close');
  response.resume();
  await stopped;
  // A stop that waits for the connection cuts it in the end.
  expect(cut.mock.callCount()).toBe(0);
  cut.mock.restore();
  await expect(fetch(gateway.url)).rejects.toThrow('fetch failed');
  await catalog.stop();
});

test('below a path it serves requests whether a proxy took the path away or not', async () => {
  const gateway = await startGateway({ ...config('127.0.0.1:1'), publicUrl: 'http://127.0.0.1/evals' }, log);
  const paths = ['/evals/api/v1/openapi.json', '/api/v1/openapi.json', '/evals/healthz', '/evalsuites'];
  const answers = await Promise.all(paths.map(async (path) => (await fetch(`${gateway.url}${path}`)).status));
  expect(answers).toEqual([200, 200, 200, 404]);
  await gateway.stop();
});

test('a stop does not wait for a connection that has sent nothing', async () => {
  const gateway = await startGateway(config('127.0.0.1:1'), log);
  // As browsers connect, ahead of a request.
  const client = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  await once(client, 'connect');
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  const startedAt = performance.now();
  await Promise.all([gateway.stop(), once(client, 'close')]);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('a request that has arrived is answered, however long the process stalls before it stops', async () => {
  const stopDelayMs = 20;
  const gateway = await startGateway({ ...config('127.0.0.1:1'), stopDelayMs }, log);
  const client = connect(Number(new URL(gateway.url).port), '127.0.0.1').setEncoding('utf8');
  let received = '';
  client.on('data', (text: string) => (received += text));
  const ask = () => client.write('GET /healthz HTTP/1.1\r\nHost: gateway\r\n\r\n');
  ask();
  await once(client, 'data');
  const stopped = gateway.stop();
  ask();
  // The request is in the socket's buffer when the delay is over.
  const stalledUntil = performance.now() + 2 * stopDelayMs;
  while (performance.now() < stalledUntil);
  await once(client, 'close');
  expect(received.split('HTTP/1.1 200 OK')).toEqual([
    '',
    expect.any(String),
    expect.stringContaining('Connection: close'),
  ]);
  await stopped;
});

const openTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('a port in use is reported, and no timer of the gateway is left', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const before = openTimers();
  await expect(startGateway(config('127.0.0.1:1', (taken.address() as AddressInfo).port), log)).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  expect(openTimers()).toBeLessThanOrEqual(before);
  taken.close();
});

test('connections beyond the limit are closed at once', async () => {
  const gateway = await startGateway({ ...config('127.0.0.1:1'), maxConnections: 1 }, log);
  const first = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  await once(first, 'connect');
  await expect(fetch(`${gateway.url}/healthz`)).rejects.toThrow('fetch failed');
  first.destroy();
  await gateway.stop();
});
