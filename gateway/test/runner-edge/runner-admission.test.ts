import { randomBytes } from 'node:crypto';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { WorkService } from '@assay/mesh/gen/assay/v1/work';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { withBearer } from '@assay/kit/security/bearer';
import { dial } from '@assay/kit/rpc/client';
import { RunnerCallers } from '../../src/runner-edge/runner-callers.ts';
import { networkOfCall } from '../../src/runner-edge/runner-callers.ts';
import { nearestPrivate } from '../../src/addresses/trusted-proxies.ts';
import { clockAhead } from '../clock-ahead.ts';
import {
  channelOf,
  recordedCalls,
  bound,
  stopFixture,
  runnerEdge,
  resetFixture,
  tokenHolders,
  catalogChannel,
  leaseWork,
  lookUps,
  meshSecret,
  callsOf,
  startFixture,
  resolveServers,
  sha256,
  token,
  tokenOf,
} from './runner-fixture.ts';

beforeAll(startFixture);
beforeEach(resetFixture);
afterAll(stopFixture);

describe('admission', () => {
  test('a token acts for its organization and project, and stays in the gateway', async () => {
    await leaseWork(token);
    await leaseWork(bound);
    expect(callsOf('lease').map(({ caller }) => caller)).toEqual([
      { requestId: expect.stringMatching(/^req_/), service: 'runner', organizationId: 'org', tokenId: 'token_1' },
      {
        requestId: expect.stringMatching(/^req_/),
        service: 'runner',
        organizationId: 'org',
        projectId: 'prj',
        tokenId: 'token_2',
      },
    ]);
    for (const given of [token, bound]) expect(JSON.stringify(recordedCalls)).not.toContain(given);
  });

  test.each([
    ['a token that was never made', tokenOf('x')],
    ['a token of another shape', 'rt_short'],
    ['an API key', `sk_${'g'.repeat(43)}`],
    ['an empty token', ''],
  ])('%s is refused', async (_, given) => {
    await expect(leaseWork(given)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(resolveServers(given)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(recordedCalls).toEqual([]);
  });

  test('a caller that the mesh signs, but without a token, is refused', async () => {
    const meshed = dial(runnerEdge.address, meshSecret, 'runner');
    await expect(
      meshed.call(WorkService.lease, { runnerId: 'r', labels: [], kinds: ['iteration'], freeSlots: 1, waitMs: 0 }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    meshed.close();
  });

  const issued = (letter: string) => {
    const fresh = tokenOf(letter);
    tokenHolders.set(sha256(fresh), { tokenId: 'token_3', organizationId: 'org', projectId: '', labels: ['lab'] });
    return fresh;
  };

  test('a token is looked up once for concurrent calls', async () => {
    const fresh = issued('q');
    const runnerCallers = new RunnerCallers(catalogChannel, { limit: undefined, trustedProxies: nearestPrivate });
    const before = lookUps;
    await Promise.all(
      Array.from({ length: 3 }, async () =>
        runnerCallers.admit({ path: '', metadata: withBearer(fresh), peer: '203.0.113.7:4000' }),
      ),
    );
    expect(lookUps - before).toBe(1);
  });

  test('a revoked token is refused within a second', async () => {
    const fresh = issued('u');
    await leaseWork(fresh);
    tokenHolders.delete(sha256(fresh));
    const clock = clockAhead(1_000);
    try {
      await expect(leaseWork(fresh)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    } finally {
      clock.restore();
    }
  });

  test('a guessing network is limited, except for cached tokens from there', async () => {
    const runnerCallers = new RunnerCallers(catalogChannel, {
      limit: { perMinute: 60, burst: 10 },
      trustedProxies: nearestPrivate,
    });
    const enter = (given: string, peer = '203.0.113.7:4000') =>
      runnerCallers.admit({ path: '', metadata: withBearer(given), peer });
    const guess = (i: number, peer?: string) =>
      Promise.resolve(enter(`rt_${String(i).padStart(43, '0')}`, peer)).then(
        () => 'let in',
        ({ code }: Problem) => code,
      );
    await enter(token);
    const before = lookUps;
    // Six hundred at once, then ten a second.
    const codes: string[] = [];
    while (codes.length < 1_000)
      codes.push(...(await Promise.all(Array.from({ length: 20 }, (_, i) => guess(codes.length + i)))));
    const lookedUp = codes.filter((code) => code === 'UNAUTHORIZED').length;
    expect(lookedUp).toBeGreaterThanOrEqual(600);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(1_000 - lookedUp);
    // A guess that began while another one took the last token is looked up, too.
    expect(lookUps - before).toBeLessThan(900);
    await enter(token);
    expect(await guess(1_000, '203.0.113.8:4000')).toBe('UNAUTHORIZED');
  }, 60_000);

  test.each([
    ['10.1.2.3:4000', '203.0.113.7', '203.0.113.7'],
    ['10.1.2.3:4000', '', '10.1.2.3'],
    ['203.0.113.9:4000', '203.0.113.7', '203.0.113.9'],
    ['::1:4000', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::ffff:203.0.113.9:4000', '', '203.0.113.9'],
    ['unknown', '', 'nowhere'],
  ])('a call from %s, forwarded for %p, is counted for %s', (peer, behind, network) => {
    const metadata = withBearer(token);
    if (behind) metadata.set('x-forwarded-for', behind);
    expect(networkOfCall({ metadata, peer }, nearestPrivate)).toBe(network);
  });

  test('other operations are not served', async () => {
    const runs = channelOf(token).call(rpcOf(operations.listEvalSuiteRuns), {
      projectId: 'prj',
      suiteId: 's',
      input: Buffer.from('{}'),
    });
    const reseal = channelOf(token).call(DirectoryService.reseal, { key: randomBytes(32), values: [] });
    const suites = channelOf(token).call(rpcOf(operations.listEvalSuites), {
      projectId: 'prj',
      input: Buffer.from('{}'),
    });
    for (const call of [runs, reseal, suites])
      await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'RPC_UNKNOWN' } });
    expect(recordedCalls).toEqual([]);
  });
});
