import { waitUntil } from '@assay/testkit/until';
import type { GatewayOptions } from '../../src/app.ts';
import { clockAhead } from '../clock-ahead.ts';
import { testKeys, startTestGateway, type TestGateway } from '../start.ts';

const EVENTS = '/api/v1/projects/prj_member/eval-runs/run_1/events';
const asked: number[] = [];
beforeEach(() => {
  asked.length = 0;
});

let fixture: TestGateway;
const started = async (changes: Partial<GatewayOptions> = {}) =>
  (fixture = await startTestGateway({
    ...changes,
    answers: {
      streamEvalRunEvents: async (_caller, target) => {
        asked.push(asked.length);
        return (target as { waitMs: string }).waitMs === '0' ? { events: [], done: false } : new Promise(() => {});
      },
    },
  }));
afterEach(() => fixture.stop());

const status = async () => (await fixture.send('GET', '/projects/prj_member/servers')).status;

/**
 * The look-ups at the catalog for these requests in sequence. A busy machine that hears from it too late looks up once
 * more.
 */
async function lookUpsOf(requests: number) {
  const before = { ...fixture.asked };
  for (let i = 0; i < requests; i++) expect(await status()).toBe(200);
  return {
    authenticate: fixture.asked.authenticate - before.authenticate,
    authorize: fixture.asked.authorize - before.authorize,
  };
}

const isRemembered = () => waitUntil(async () => (await lookUpsOf(20)).authenticate === 0, 20_000);

test('a caller is looked up once, and once more after a change', async () => {
  await started();
  await isRemembered();
  fixture.revoke(testKeys.other);
  expect(
    await waitUntil(async () => {
      const cost = await lookUpsOf(1);
      return cost.authenticate > 0 && cost;
    }),
  ).toEqual({ authenticate: 1, authorize: 1 });
  await isRemembered();
});

const unheard: GatewayOptions['access'] = {
  current: () => undefined,
  moved: new AbortController().signal,
  forget: () => undefined,
};

test.each([
  ['announces changes of access', {}],
  ['is not heard', { access: unheard }],
])('a revoked key is refused within a second behind a catalog that %s', async (_, changes) => {
  await started(changes);
  expect(await status()).toBe(200);
  fixture.revoke(testKeys.good);
  const clock = clockAhead(1_000);
  try {
    expect(await status()).toBe(401);
  } finally {
    clock.restore();
  }
});

test('a stream ends when its own caller loses access, and only then', async () => {
  await started();
  const answer = await fetch(fixture.origin + EVENTS, { headers: { authorization: `Bearer ${testKeys.good}` } });
  await waitUntil(() => asked.length === 2);
  const before = fixture.asked.authenticate;
  fixture.revoke(testKeys.other);
  await waitUntil(() => fixture.asked.authenticate > before);
  expect(asked).toHaveLength(2);
  fixture.revoke(testKeys.good);
  expect(await answer.text()).toMatch(/event: error\ndata: \{"code":"UNAUTHORIZED",.*\}\n\n$/);
});

test('the gateway forgets cached access with the answer to a deleted project', async () => {
  let forgotten = 0;
  await started({ access: { ...unheard, current: () => 1, forget: () => forgotten++ } });
  await fixture.send('PATCH', '/projects/prj_admin/servers/srv_1', { body: {} });
  expect(forgotten).toBe(0);
  expect((await fixture.send('DELETE', '/projects/prj_admin')).status).toBe(200);
  expect(forgotten).toBe(1);
});
