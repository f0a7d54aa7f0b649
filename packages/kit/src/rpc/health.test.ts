import { once } from 'node:events';
import { Client, credentials, Server } from '@grpc/grpc-js';
import { service } from 'grpc-health-check';
import { listenGrpc } from '@assay/testkit/listen-grpc';
import { Health } from './health.ts';

const { Check: check, Watch: watch } = service as Required<typeof service>;
let server: Server;
let client: Client;
let health: Health;
beforeEach(async () => {
  [server, health] = [new Server(), new Health()];
  health.addTo(server);
  client = new Client(`127.0.0.1:${await listenGrpc(server)}`, credentials.createInsecure());
});
afterEach(() => {
  client.close();
  server.forceShutdown();
});

const ask = (request: object, serialize = check!.requestSerialize) =>
  new Promise((resolve, reject) => {
    client.makeUnaryRequest(check!.path, serialize, check!.responseDeserialize, request, (error, reply) =>
      error ? reject(error) : resolve(reply),
    );
  });

test('a check is answered before and after the stop', async () => {
  expect(await ask({ service: '' })).toEqual({ status: 'SERVING' });
  health.stop();
  expect(await ask({ service: '' })).toEqual({ status: 'NOT_SERVING' });
});

test('a first check after the stop says NOT_SERVING', async () => {
  health.stop();
  expect(await ask({ service: '' })).toEqual({ status: 'NOT_SERVING' });
});

test('a watcher hears of the stop', async () => {
  const call = client.makeServerStreamRequest(watch!.path, watch!.requestSerialize, watch!.responseDeserialize, {
    service: '',
  });
  call.on('error', () => undefined);
  expect(await once(call, 'data')).toEqual([{ status: 'SERVING' }]);
  const next = once(call, 'data');
  health.stop();
  expect(await next).toEqual([{ status: 'NOT_SERVING' }]);
  call.cancel();
});

test.each([
  ['of an unknown service', () => ask({ service: 'x' }), 5],
  ['that cannot be read', () => ask({}, () => Buffer.from([0xff])), 13],
])('a check %s is refused', async (_, asked, code) => {
  await expect(asked()).rejects.toMatchObject({ code });
});
