import { once } from 'node:events';
import { connect } from 'node:http2';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { given } from '@assay/contract/given';
import { Client, credentials } from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { TEST_CERTIFICATE } from '@assay/testkit/certificates/certificate';
import { bearerOf } from '../security/bearer.ts';
import type { Caller } from '../security/caller.ts';
import { dial, dialOutside } from './client.ts';
import { createLog } from '../log.ts';
import { derivedKey, seal, unseal } from '../security/seal.ts';
import { implement, serve, type RunningServer, type TlsFiles } from './serve.ts';

const token = 'a-token-of-this-test';
const log = createLog('test', 'silent');
const callers: Caller[] = [];
let decoded = 0;
const authorize: typeof DirectoryService.authorize = {
  ...DirectoryService.authorize,
  requestDeserialize: (bytes) => {
    decoded++;
    return DirectoryService.authorize.requestDeserialize(bytes);
  },
};

const start = (tls?: TlsFiles): Promise<RunningServer> =>
  serve({
    name: 'edge',
    address: 'localhost:0',
    log,
    tls,
    admit: async ({ metadata }) => {
      if (bearerOf(metadata) !== token) throw new Problem('UNAUTHORIZED', 'Who are you?');
      return { requestId: 'r', organizationId: 'org' };
    },
    implementations: [
      implement(
        { authorize },
        {
          authorize: async (_, caller) => {
            callers.push(caller);
            return { role: 1, projectId: 'p' };
          },
        },
      ),
    ],
  });

async function asked(channel: ReturnType<typeof dial>, userId = ''): Promise<unknown> {
  try {
    return await channel.call(DirectoryService.authorize, { organizationId: '', userId, projectId: '' });
  } finally {
    channel.close();
  }
}

describe.each([
  ['plain text', undefined],
  ['TLS', TEST_CERTIFICATE],
])('a server for callers from outside, over %s', (_, tls) => {
  let running: RunningServer;
  const trusted = getCACertificates('default');
  beforeAll(async () => {
    setDefaultCACertificates([...trusted, TEST_CERTIFICATE.cert]);
    running = await start(tls);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await running.stop();
  });
  const outside = (given: string) => dialOutside({ address: running.address, tls: tls !== undefined }, given);

  test('takes whom its own rule takes, as the caller that the rule names', async () => {
    callers.length = 0;
    expect(await asked(outside(token))).toEqual({ role: 1, projectId: 'p' });
    expect(callers).toEqual([{ requestId: 'r', organizationId: 'org' }]);
  });

  test('refuses every other caller', async () => {
    await expect(asked(outside('another-token'))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Who are you?',
    });
  });

  test('reads nothing of what they send', async () => {
    // Many times the window of a stream.
    const large = 'x'.repeat(4 * 1024 * 1024);
    const before = decoded;
    await expect(asked(outside('another-token'), large)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(decoded - before).toBe(0);
    await asked(outside(token), large);
    expect(decoded - before).toBe(1);
  });

  test('answers health checks of every caller', async () => {
    const { path, requestSerialize, responseDeserialize } = healthService['Check']!;
    const client = new Client(
      running.address,
      tls ? credentials.createSsl(Buffer.from(tls.cert)) : credentials.createInsecure(),
    );
    const health = await new Promise((resolve, reject) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service: '' }, (error, reply: unknown) =>
        error ? reject(error) : resolve(reply),
      );
    });
    client.close();
    expect(health).toEqual({ status: 'SERVING' });
  });

  test('bounds the calls that one of them has open at a time', async () => {
    const session = connect(`${tls ? 'https' : 'http'}://${running.address}`, { ...given({ ca: tls?.cert }) });
    await once(session, 'remoteSettings');
    expect(session.remoteSettings.maxConcurrentStreams).toBe(100);
    session.destroy();
  });
});

test('a caller that is signed by a mesh is unknown to it', async () => {
  const running = await start();
  await expect(asked(dial(running.address, 'mesh', 'runner'))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await running.stop();
});

test('a server whose certificate is not trusted is not called', async () => {
  const running = await start(TEST_CERTIFICATE);
  await expect(asked(dialOutside({ address: running.address, tls: true }, token))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfter: 1,
  });
  await running.stop();
});

test('a sealed value opens with the key of its token alone', () => {
  const sealed = seal(Buffer.from('x'), derivedKey('rt_one', 'runners'), 'server:1');
  expect(unseal(sealed, derivedKey('rt_one', 'runners'), 'server:1').toString()).toBe('x');
  expect(() => unseal(sealed, derivedKey('rt_two', 'runners'), 'server:1')).toThrow();
});
