import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { CERTIFICATE } from '@assay/testkit/certificate';
import { bearerOf } from './bearer.ts';
import type { Caller } from './caller.ts';
import { dial, dialOutside } from './client.ts';
import { createLog } from './log.ts';
import { runnerKeyOf, seal, unseal } from './seal.ts';
import { implement, serve, type Running, type Tls } from './serve.ts';

const token = 'a-token-of-this-test';
const log = createLog('test', 'silent');
const callers: Caller[] = [];

const start = (tls?: Tls): Promise<Running> => serve({
  name: 'edge', address: 'localhost:0', log, tls,
  admit: async ({ metadata }) => {
    if (bearerOf(metadata) !== token) throw new Problem('UNAUTHORIZED', 'Who are you?');
    return { requestId: 'r', organizationId: 'org' };
  },
  implementations: [implement({ authorize: DirectoryService.authorize }, { authorize: async (_, caller) => { callers.push(caller); return { role: 1, projectId: 'p' }; } })],
});

async function asked(channel: ReturnType<typeof dial>): Promise<unknown> {
  try {
    return await channel.call(DirectoryService.authorize, { organizationId: '', userId: '', projectId: '' });
  } finally {
    channel.close();
  }
}

describe.each([['plain text', undefined], ['TLS', CERTIFICATE]])('a server for callers from outside, over %s', (_, tls) => {
  let running: Running;
  const trusted = getCACertificates('default');
  beforeAll(async () => {
    setDefaultCACertificates([...trusted, CERTIFICATE.cert]);
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

  test('refuses everybody else', async () => {
    await expect(asked(outside('another-token'))).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Who are you?' });
  });
});

test('who is signed by a mesh is nobody to it', async () => {
  const running = await start();
  await expect(asked(dial(running.address, 'mesh', 'runner'))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await running.stop();
});

test('a certificate that nobody trusts is not talked to', async () => {
  const running = await start(CERTIFICATE);
  await expect(asked(dialOutside({ address: running.address, tls: true }, token))).rejects.toMatchObject({ code: 'INTERNAL_ERROR', retryAfter: 1 });
  await running.stop();
});

test('the key made of a token opens what was sealed with it, and the key of another token does not', () => {
  const sealed = seal(Buffer.from('x'), runnerKeyOf('rt_one'), 'server:1');
  expect(unseal(sealed, runnerKeyOf('rt_one'), 'server:1').toString()).toBe('x');
  expect(() => unseal(sealed, runnerKeyOf('rt_two'), 'server:1')).toThrow();
});
