import { LedgerService } from '@assay/mesh/gen/assay/v1/catalog';
import { createLog } from '@assay/kit/log';
import { watchLedger } from '../../src/background/ledger-watchdog.ts';
import {
  PRICED_MODEL,
  RUNNER_CALLER,
  startTestLedger,
  UNPRICED_MODEL,
  type TestLedger,
} from '../support/model-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startTestLedger();
});
afterAll(() => ledger.stop());
beforeEach(() => ledger.clear());

const watch = (at: Date) => watchLedger(ledger.pool, createLog('test', 'silent'), at);
const secondsLater = (seconds: number) => new Date(ledger.clock.at.getTime() + seconds * 1_000);

test('a call reserves its maximum, and releases what it does not use', async () => {
  await ledger.budget({ usd: 1 });
  await ledger.budget({ tokens: 1_000 });
  expect(await ledger.reserve('c1')).toBeUndefined();
  expect(await ledger.budgets()).toMatchObject([
    { spent: { tokens: 0 }, reserved: { tokens: 150 }, remaining: { tokens: 850 } },
    { spent: { usd: 0 }, reserved: { usd: 0.0002 }, remaining: { usd: 0.9998 } },
  ]);
  expect(await ledger.settle('c1')).toBe(100);
  expect(await ledger.budgets()).toMatchObject([
    { spent: { tokens: 90 }, reserved: { tokens: 0 } },
    { spent: { usd: 0.0001 }, reserved: { usd: 0 } },
  ]);
});

test('cached input has its own price, and a fraction of a millionth is never free', async () => {
  await ledger.reserve('c1');
  await ledger.reserve('c2');
  expect([
    await ledger.settle('c1', { inputTokens: 100, cachedInputTokens: 50, outputTokens: 0 }),
    await ledger.settle('c2', { inputTokens: 1, cachedInputTokens: 1, outputTokens: 0 }),
  ]).toEqual([55, 1]);
});

test('a repeated reservation or settlement changes nothing', async () => {
  await ledger.budget({ tokens: 100 });
  await ledger.reserve('c1');
  // The budget is used up by now, but by this very call, which stays accepted.
  expect(await ledger.reserve('c1')).toBeUndefined();
  expect([await ledger.settle('c1'), await ledger.settle('c1', { inputTokens: 9_999 })]).toEqual([100, 100]);
  expect(await ledger.reserve('c1')).toBeUndefined();
  expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 90 }, reserved: { tokens: 0 } }]);
});

test('the same call reserved and settled many times at once counts once', async () => {
  await ledger.budget({ tokens: 10_000 });
  await Promise.all(Array.from({ length: 10 }, () => ledger.reserve('c1')));
  expect(await ledger.budgets()).toMatchObject([{ reserved: { tokens: 150 } }]);
  expect(await Promise.all(Array.from({ length: 10 }, () => ledger.settle('c1')))).toEqual(Array(10).fill(100));
  expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 90 }, reserved: { tokens: 0 } }]);
});

test('fifty concurrent calls exceed a budget by one call at most, repeatedly', async () => {
  for (let round = 0; round < 5; round++) {
    await ledger.clear();
    await ledger.budget({ usd: 0.0011 });
    const admitted = async (name: string) => {
      const refusals = await Promise.all(Array.from({ length: 50 }, (_, i) => ledger.reserve(`${name}${i}`)));
      return refusals.flatMap((refusal, i) => (refusal ? [] : [`${name}${i}`]));
    };
    // Each call reserves 200 millionths and costs 100: the sixth takes the last of the 1,100, and exceeds it.
    const first = await admitted('a');
    expect(first).toHaveLength(6);
    expect(await ledger.budgets()).toMatchObject([{ reserved: { usd: 0.0012 }, remaining: { usd: 0 } }]);
    await Promise.all(first.map((id) => ledger.settle(id)));
    expect(await ledger.budgets()).toMatchObject([{ spent: { usd: 0.0006 }, reserved: { usd: 0 } }]);
    expect(await admitted('b')).toHaveLength(3);
    expect(await ledger.budgets()).toMatchObject([
      { spent: { usd: 0.0006 }, reserved: { usd: 0.0006 }, remaining: { usd: 0 } },
    ]);
  }
});

test('concurrent calls under several budgets neither deadlock nor miscount', async () => {
  for (const limit of [{ usd: 1 }, { tokens: 1_000_000 }]) {
    for (const scope of [
      { kind: 'suite', id: 'suite_1' },
      { kind: 'organization', id: ledger.organizationId },
      { kind: 'run', id: 'run_1' },
      { kind: 'run', id: 'run_2' },
    ] as const) {
      await ledger.budget(limit, { scope, period: 'day' });
    }
  }
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      await ledger.reserve(`c${i}`, { runId: `run_${1 + (i % 2)}` });
      await ledger.settle(`c${i}`);
    }),
  );
  const tokens = (await ledger.budgets()).filter(({ limit }) => limit.tokens !== undefined);
  const money = (await ledger.budgets()).filter(({ limit }) => limit.usd !== undefined);
  // Newest first: two runs with half of the calls each, then the budget that covers both.
  expect(tokens.map(({ spent, reserved }) => [spent.tokens, reserved.tokens])).toEqual([
    [2_700, 0],
    [2_700, 0],
    [5_400, 0],
    [5_400, 0],
  ]);
  expect(money.map(({ spent, reserved }) => [spent.usd, reserved.usd])).toEqual([
    [0.003, 0],
    [0.003, 0],
    [0.006, 0],
    [0.006, 0],
  ]);
});

test('a call of a model without a price costs tokens and an unknown amount of money', async () => {
  await ledger.budget({ tokens: 1_000 });
  await ledger.reserve('c1', { model: UNPRICED_MODEL });
  expect([await ledger.settle('c1'), await ledger.settle('c1')]).toEqual([undefined, undefined]);
  expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 90 } }]);
});

test('a failed call costs nothing; an answer without usage costs its reserved input', async () => {
  const silent = { inputTokens: 0, outputTokens: 0 };
  await ledger.reserve('c1');
  await ledger.reserve('c2');
  await ledger.reserve('c3', { model: UNPRICED_MODEL });
  expect([
    await ledger.settle('c1', { ...silent, answered: false }),
    await ledger.settle('c2', silent),
    await ledger.settle('c3', { ...silent, answered: false }),
  ]).toEqual([0, 100, 0]);
});

describe('a call that its runner neither settles nor extends', () => {
  test('lapses after 30 seconds and is charged its reserved input', async () => {
    await ledger.budget({ usd: 1 });
    await ledger.budget({ tokens: 1_000 }, { period: 'day' });
    await ledger.reserve('c1');
    await ledger.reserve('c2');
    await ledger.settle('c2');
    await watch(secondsLater(29));
    expect(await ledger.calls()).toMatchObject([
      { id: 'c1', state: 'reserved' },
      { id: 'c2', state: 'settled' },
    ]);
    await watch(secondsLater(31));
    await watch(secondsLater(32));
    expect(await ledger.calls()).toEqual([
      { id: 'c1', state: 'lapsed', tokens: 100, cost: 100 },
      { id: 'c2', state: 'settled', tokens: 90, cost: 100 },
    ]);
    expect(await ledger.budgets()).toMatchObject([
      { spent: { tokens: 190 }, reserved: { tokens: 0 } },
      { spent: { usd: 0.0002 }, reserved: { usd: 0 } },
    ]);
  });

  test('keeps its reservation for as long as its own runner extends it', async () => {
    const [own, other] = ['rtok_1', 'rtok_2'].map((tokenId) => ({
      ...RUNNER_CALLER,
      organizationId: ledger.organizationId,
      tokenId,
    }));
    await ledger.reserve('c1');
    await ledger.reserve('c2', {}, own);
    await ledger.reserve('c3', {}, own);
    ledger.clock.at = secondsLater(20);
    await ledger.extend(['c1', 'unknown']);
    await ledger.extend(['c2'], own);
    await ledger.extend(['c3'], other);
    await watch(secondsLater(20));
    const states = async () => (await ledger.calls()).map(({ state }) => String(state));
    expect(await states()).toEqual(['reserved', 'reserved', 'lapsed']);
    await ledger.settle('c1');
    ledger.clock.at = secondsLater(5);
    await ledger.extend(['c1', 'c3']);
    await watch(secondsLater(26));
    expect(await states()).toEqual(['settled', 'lapsed', 'lapsed']);
  });

  test('is corrected once when its settlement arrives late', async () => {
    await ledger.budget({ tokens: 1_000 });
    await ledger.reserve('c1');
    await watch(secondsLater(31));
    expect([await ledger.settle('c1', { inputTokens: 40 }), await ledger.settle('c1')]).toEqual([60, 60]);
    expect(await ledger.calls()).toMatchObject([{ state: 'settled', tokens: 50 }]);
    expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 50 }, reserved: { tokens: 0 } }]);
  });

  test('lapses together with calls of other days and replicas, each counted once', async () => {
    await ledger.budget({ tokens: 100_000 });
    await ledger.budget({ tokens: 100_000 }, { period: 'day' });
    for (let i = 0; i < 5; i++) await ledger.reserve(`old${i}`);
    ledger.clock.at = new Date('2026-03-02T00:00:00Z');
    for (let i = 0; i < 3; i++) await ledger.reserve(`new${i}`);
    await Promise.all([31, 31, 31].map((seconds) => watch(secondsLater(seconds))));
    expect(await ledger.budgets()).toMatchObject([
      { period: 'day', spent: { tokens: 300 }, reserved: { tokens: 0 } },
      { period: 'total', spent: { tokens: 800 }, reserved: { tokens: 0 } },
    ]);
  });
});

describe('access to the ledger', () => {
  test('is for runners, not for users or other services', async () => {
    await expect(ledger.reserve('c1', {}, ledger.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(ledger.reserve('c1', {}, { requestId: 'r', service: 'runs' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await ledger.reserve('c1');
    await expect(ledger.settle('c1', {}, ledger.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await ledger.calls()).toMatchObject([{ state: 'reserved' }]);
  });

  test('a call for a missing or foreign project is not reserved', async () => {
    await ledger.pool.query(`insert into organizations (id, name) values ('org_foreign', 'Foreign')`);
    await ledger.pool.query(
      `insert into projects (id, organization_id, name, deleted_at) values ('prj_foreign', 'org_foreign', 'Foreign', null), ('prj_gone', $1, 'Gone', now())`,
      [ledger.organizationId],
    );
    for (const projectId of ['prj_none', 'prj_gone', 'prj_foreign'])
      await expect(ledger.reserve('c1', { projectId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ledger.reserve('c1', { organizationId: 'org_foreign' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ledger.calls()).toEqual([]);
  });

  test('a runner of one organization or project cannot use the ledger of another', async () => {
    const outside = { ...RUNNER_CALLER, organizationId: 'org_other' };
    const elsewhere = { ...RUNNER_CALLER, organizationId: ledger.organizationId, projectId: 'prj_other' };
    await expect(ledger.reserve('c1', {}, outside)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ledger.reserve('c1', {}, elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ledger.reserve('c1', {}, { ...elsewhere, projectId: ledger.projectId })).toBeUndefined();
    await expect(ledger.settle('c1', {}, outside)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ledger.settle('c1', {}, elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ledger.calls()).toMatchObject([{ id: 'c1', state: 'reserved' }]);
    expect(await ledger.settle('c1', {}, { ...elsewhere, projectId: ledger.projectId })).toBe(100);
    await expect(ledger.settle('c1', {}, elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a runner with a token settles only the calls that it reserved itself', async () => {
    const [own, other] = ['rtok_1', 'rtok_2'].map((tokenId) => ({
      ...RUNNER_CALLER,
      organizationId: ledger.organizationId,
      tokenId,
    }));
    await ledger.reserve('c1', {}, own);
    await ledger.reserve('c2');
    for (const callId of ['c1', 'c2'])
      await expect(ledger.settle(callId, {}, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ledger.calls()).toMatchObject([{ state: 'reserved' }, { state: 'reserved' }]);
    expect(await ledger.settle('c1', {}, own)).toBe(100);
  });

  const below = (name: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [{ path: `/${name}` }] } });

  test.each(['inputTokens', 'outputTokens'])('a call with a negative %s is not reserved', async (name) => {
    await expect(ledger.reserve('c1', { [name]: -1 })).rejects.toMatchObject(below(name));
    expect(await ledger.calls()).toEqual([]);
  });

  test.each(['inputTokens', 'outputTokens', 'cachedInputTokens'])(
    'a usage with a negative %s is not settled',
    async (name) => {
      await ledger.reserve('c1');
      await expect(ledger.settle('c1', { [name]: -1 })).rejects.toMatchObject(below(name));
      expect(await ledger.calls()).toMatchObject([{ id: 'c1', state: 'reserved' }]);
    },
  );

  test('a call that was never reserved cannot be settled', async () => {
    await expect(ledger.settle('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a later price change does not change the cost of a reserved call', async () => {
    await ledger.reserve('c1', { model: PRICED_MODEL });
    const { rows } = await ledger.pool.query(
      'select input_price::float, output_price::float, cached_input_price::float from model_calls',
    );
    expect(rows).toEqual([{ input_price: 1, output_price: 2, cached_input_price: 0.1 }]);
  });
});

test('earlier attempts at an iteration are added up, also their calls that were never settled', async () => {
  const sum = (fence: string, service = 'runs', purpose = '') =>
    ledger.mesh.call(
      LedgerService.sumEarlierAttempts,
      { organizationId: ledger.organizationId, runId: 'run_1', iterationId: 'iter_1', fence, purpose },
      { caller: { requestId: 'r', service } },
    );
  for (const id of ['iter_1.a.1', 'iter_1.a.2', 'iter_1.b.1', 'iter_10.a.1']) await ledger.reserve(id);
  await ledger.settle('iter_1.a.1');
  await ledger.reserve('iter_1.a.3');
  await ledger.settle('iter_1.a.3', { inputTokens: 0, outputTokens: 0, answered: false });
  expect([await sum('b'), await sum('a')]).toEqual([
    { calls: 2, inputTokens: 180, outputTokens: 10, costMicros: 200 },
    { calls: 1, inputTokens: 100, outputTokens: 0, costMicros: 100 },
  ]);
  await ledger.reserve('iter_1.a.persona.1', { purpose: 'persona' });
  expect([await sum('b', 'swarms', 'persona'), await sum('b', 'swarms', 'turn')]).toMatchObject([
    { calls: 1 },
    { calls: 2 },
  ]);
  await ledger.reserve('iter_1.c.1', { model: UNPRICED_MODEL });
  expect(await sum('b')).toMatchObject({ calls: 4, costMicros: undefined });
  await expect(sum('a', 'runner')).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
