import { LedgerService } from '@assay/contract/gen/assay/v1/catalog';
import { createLog } from '@assay/kit/log';
import { watchLedger } from '../src/ledger-watchdog.ts';
import { PRICED, RUNNER, startTestLedger, UNPRICED, type TestLedger } from './model-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => { ledger = await startTestLedger(); });
afterAll(() => ledger.stop());
beforeEach(() => ledger.clear());

const watch = (at: Date) => watchLedger(ledger.pool, createLog('test', 'silent'), at);
const minutesLater = (minutes: number) => new Date(ledger.clock.at.getTime() + minutes * 60_000);

test('a call takes the most it may come to, and gives back what it does not use', async () => {
  await ledger.budget({ usd: 1 });
  await ledger.budget({ tokens: 1_000 });
  expect(await ledger.reserve('c1')).toBeUndefined();
  expect(await ledger.budgets()).toMatchObject([
    { spent: { tokens: 0 }, reserved: { tokens: 150 }, remaining: { tokens: 850 } }, { spent: { usd: 0 }, reserved: { usd: 0.0002 }, remaining: { usd: 0.9998 } },
  ]);
  expect(await ledger.settle('c1')).toBe(100);
  expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 90 }, reserved: { tokens: 0 } }, { spent: { usd: 0.0001 }, reserved: { usd: 0 } }]);
});

test('cached input has a price of its own, and a fraction of a millionth is never free', async () => {
  await ledger.reserve('c1');
  await ledger.reserve('c2');
  expect([await ledger.settle('c1', { inputTokens: 100, cachedInputTokens: 50, outputTokens: 0 }), await ledger.settle('c2', { inputTokens: 1, cachedInputTokens: 1, outputTokens: 0 })]).toEqual([55, 1]);
});

test('reserving and settling again change nothing', async () => {
  await ledger.budget({ tokens: 100 });
  await ledger.reserve('c1');
  // The budget is used up by now, which is no reason to refuse the very call that it was used up by.
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

test('fifty calls at once exceed a budget by one call at most, and so do those that follow', async () => {
  await ledger.budget({ usd: 0.001 });
  const admitted = async (round: string) => {
    const refusals = await Promise.all(Array.from({ length: 50 }, (_, i) => ledger.reserve(`${round}${i}`)));
    return refusals.flatMap((refusal, i) => (refusal ? [] : [`${round}${i}`]));
  };
  // Each reserves 200 millionths: the fifth fills the 1,000.
  const first = await admitted('a');
  expect(first).toHaveLength(5);
  await Promise.all(first.map((id) => ledger.settle(id)));
  expect(await ledger.budgets()).toMatchObject([{ spent: { usd: 0.0005 }, reserved: { usd: 0 } }]);
  expect(await admitted('b')).toHaveLength(3);
  expect(await ledger.budgets()).toMatchObject([{ spent: { usd: 0.0005 }, reserved: { usd: 0.0006 }, remaining: { usd: 0 } }]);
});

test('calls under several budgets at once neither wait for each other forever nor miscount', async () => {
  for (const limit of [{ usd: 1 }, { tokens: 1_000_000 }]) {
    for (const scope of [{ kind: 'suite', id: 'suite_1' }, { kind: 'organization', id: ledger.organizationId }, { kind: 'run', id: 'run_1' }, { kind: 'run', id: 'run_2' }] as const) {
      await ledger.budget(limit, { scope, period: 'day' });
    }
  }
  await Promise.all(Array.from({ length: 60 }, async (_, i) => {
    await ledger.reserve(`c${i}`, { runId: `run_${1 + (i % 2)}` });
    await ledger.settle(`c${i}`);
  }));
  const spent = (await ledger.budgets()).map((budget) => [budget.scope.id, budget.spent.tokens ?? Math.round(budget.spent.usd! * 1_000_000), budget.reserved.tokens ?? budget.reserved.usd]);
  expect(spent.sort()).toEqual([
    [ledger.organizationId, 5_400, 0], [ledger.organizationId, 6_000, 0], ['run_1', 2_700, 0], ['run_1', 3_000, 0],
    ['run_2', 2_700, 0], ['run_2', 3_000, 0], ['suite_1', 5_400, 0], ['suite_1', 6_000, 0],
  ].sort());
});

describe('a refusal', () => {
  test('says which budget, how much of it is used and when it begins anew, and writes nothing', async () => {
    const { id } = await ledger.budget({ tokens: 100 }, { scope: { kind: 'suite', id: 'suite_1' }, period: 'day' });
    await ledger.reserve('c1');
    await ledger.settle('c1', { inputTokens: 1_200, outputTokens: 34 });
    expect(await ledger.reserve('c2')).toEqual({
      budgetId: id, scope: 'suite', scopeId: 'suite_1', resetsAtMs: Date.parse('2026-03-02T00:00:00Z'),
      message: 'The daily budget of 100 tokens of the suite suite_1 is used up: 1,234 tokens are spent and 0 tokens reserved for calls under way. It begins anew at 2026-03-02T00:00:00.000Z.',
    });
    expect(await ledger.calls()).toMatchObject([{ id: 'c1' }]);
    expect(await ledger.reserve('c2', { suiteId: 'suite_2' })).toBeUndefined();
  });

  test.each([
    ['organization', () => ledger.organizationId, {}], ['project', () => ledger.projectId, { projectId: 'prj_2' }], ['suite', () => 'suite_1', { suiteId: 'suite_2' }],
    ['run', () => 'run_1', { runId: 'run_2' }],
  ] as const)('comes from a budget of the %s, and from no other', async (kind, id, elsewhere) => {
    await ledger.budget({ tokens: 0 }, { scope: { kind, id: id() } });
    expect(await ledger.reserve('c1')).toMatchObject({ scope: kind, scopeId: id() });
    if (kind !== 'organization') expect(await ledger.reserve('c2', elsewhere)).toBeUndefined();
    expect(await ledger.reserve('c3', { organizationId: 'org_other' })).toBeUndefined();
  });

  test('comes from a budget of the key that a run was launched with', async () => {
    const { rows: [key] } = await ledger.pool.query('select id from api_keys');
    await ledger.budget({ tokens: 0 }, { scope: { kind: 'key', id: key.id } });
    expect(await ledger.reserve('c1', { keyId: key.id })).toMatchObject({ scope: 'key', scopeId: key.id });
    expect(await ledger.reserve('c2', { keyId: '' })).toBeUndefined();
  });

  test('names the budget that never begins anew before one that does', async () => {
    await ledger.budget({ tokens: 0 }, { period: 'day' });
    const { id } = await ledger.budget({ tokens: 0 });
    expect(await ledger.reserve('c1')).toMatchObject({ budgetId: id, resetsAtMs: 0 });
  });

  test('meets a model without a price where a budget is in money, and says so', async () => {
    const { id } = await ledger.budget({ usd: 100 });
    expect(await ledger.reserve('c1', { model: UNPRICED })).toMatchObject({ budgetId: id, message: expect.stringContaining(`the price of the model "${UNPRICED}" is unknown`) });
    expect(await ledger.reserve('c2')).toBeUndefined();
  });
});

test('a call of a model without a price costs tokens and no known amount of money', async () => {
  await ledger.budget({ tokens: 1_000 });
  await ledger.reserve('c1', { model: UNPRICED });
  expect([await ledger.settle('c1'), await ledger.settle('c1')]).toEqual([undefined, undefined]);
  expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 90 } }]);
});

test('what failed before it used tokens costs nothing; an answer whose provider does not say costs the input that was reserved', async () => {
  const silent = { inputTokens: 0, outputTokens: 0 };
  await ledger.reserve('c1');
  await ledger.reserve('c2');
  await ledger.reserve('c3', { model: UNPRICED });
  expect([await ledger.settle('c1', { ...silent, answered: false }), await ledger.settle('c2', silent), await ledger.settle('c3', { ...silent, answered: false })]).toEqual([0, 100, 0]);
});

describe('a day', () => {
  test('begins at midnight UTC with nothing spent and nothing reserved', async () => {
    ledger.clock.at = new Date('2026-03-01T23:59:59.999Z');
    await ledger.budget({ tokens: 100 }, { period: 'day' });
    await ledger.reserve('old');
    expect(await ledger.reserve('refused')).toBeDefined();
    ledger.clock.at = new Date('2026-03-02T00:00:00.000Z');
    expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 0 }, reserved: { tokens: 0 }, resetsAt: Date.parse('2026-03-03T00:00:00Z') }]);
    expect(await ledger.reserve('new')).toBeUndefined();
    await ledger.settle('new');
    // Of yesterday: it neither counts today nor frees what today's calls reserve.
    await ledger.settle('old');
    expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 90 }, reserved: { tokens: 0 } }]);
  });

  test('does not come back for a replica whose clock is late', async () => {
    ledger.clock.at = new Date('2026-03-02T00:00:00.001Z');
    await ledger.budget({ tokens: 1_000 }, { period: 'day' });
    await ledger.reserve('c1');
    ledger.clock.at = new Date('2026-03-01T23:59:59.990Z');
    await ledger.reserve('c2');
    expect(await ledger.budgets()).toMatchObject([{ reserved: { tokens: 300 }, resetsAt: Date.parse('2026-03-03T00:00:00Z') }]);
    await ledger.settle('c2');
    await ledger.settle('c1');
    expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 180 }, reserved: { tokens: 0 } }]);
  });
});

describe('a call that nobody settles', () => {
  test('lapses after 15 minutes and counts with the input that it reserved', async () => {
    await ledger.budget({ usd: 1 });
    await ledger.budget({ tokens: 1_000 }, { period: 'day' });
    await ledger.reserve('c1');
    await ledger.reserve('c2');
    await ledger.settle('c2');
    await watch(minutesLater(14));
    expect(await ledger.calls()).toMatchObject([{ id: 'c1', state: 'reserved' }, { id: 'c2', state: 'settled' }]);
    await watch(minutesLater(16));
    await watch(minutesLater(17));
    expect(await ledger.calls()).toEqual([{ id: 'c1', state: 'lapsed', tokens: 100, cost: 100 }, { id: 'c2', state: 'settled', tokens: 90, cost: 100 }]);
    expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 190 }, reserved: { tokens: 0 } }, { spent: { usd: 0.0002 }, reserved: { usd: 0 } }]);
  });

  test('is put right when its settlement arrives after all, once', async () => {
    await ledger.budget({ tokens: 1_000 });
    await ledger.reserve('c1');
    await watch(minutesLater(16));
    expect([await ledger.settle('c1', { inputTokens: 40 }), await ledger.settle('c1')]).toEqual([60, 60]);
    expect(await ledger.calls()).toMatchObject([{ state: 'settled', tokens: 50 }]);
    expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 50 }, reserved: { tokens: 0 } }]);
  });

  test('lapses together with those of other days and replicas, each counted once', async () => {
    await ledger.budget({ tokens: 100_000 });
    await ledger.budget({ tokens: 100_000 }, { period: 'day' });
    for (let i = 0; i < 5; i++) await ledger.reserve(`old${i}`);
    ledger.clock.at = new Date('2026-03-02T00:00:00Z');
    for (let i = 0; i < 3; i++) await ledger.reserve(`new${i}`);
    await Promise.all([16, 16, 16].map((minutes) => watch(minutesLater(minutes))));
    expect(await ledger.budgets()).toMatchObject([{ period: 'day', spent: { tokens: 300 }, reserved: { tokens: 0 } }, { period: 'total', spent: { tokens: 800 }, reserved: { tokens: 0 } }]);
  });
});

describe('a budget that is set late', () => {
  const given = async () => {
    await ledger.reserve('yesterday');
    await ledger.settle('yesterday');
    ledger.clock.at = new Date('2026-03-02T12:00:00Z');
    await ledger.reserve('done');
    await ledger.settle('done');
    await ledger.reserve('open');
    await ledger.reserve('elsewhere', { suiteId: 'suite_2', model: UNPRICED });
    await ledger.settle('elsewhere');
  };

  test('starts from what its period and scope have in the ledger, calls under way included', async () => {
    await given();
    const suite = { kind: 'suite', id: 'suite_1' } as const;
    expect(await ledger.budget({ tokens: 1_000 })).toMatchObject({ spent: { tokens: 270 }, reserved: { tokens: 150 }, remaining: { tokens: 580 } });
    expect(await ledger.budget({ tokens: 1_000 }, { period: 'day' })).toMatchObject({ spent: { tokens: 180 }, reserved: { tokens: 150 } });
    expect(await ledger.budget({ usd: 1 }, { scope: suite, period: 'day' })).toMatchObject({ spent: { usd: 0.0001 }, reserved: { usd: 0.0002 } });
    await ledger.settle('open');
    expect((await ledger.budgets()).map(({ spent, reserved }) => ({ ...spent, reserved }))).toEqual([
      { usd: 0.0002, reserved: { usd: 0 } }, { tokens: 270, reserved: { tokens: 0 } }, { tokens: 360, reserved: { tokens: 0 } },
    ]);
  });

  test('misses no call of those that come and go while it is set', async () => {
    const setting = Array.from({ length: 8 }, async (_, i) => ledger.budget({ tokens: 1_000_000 }, { scope: { kind: 'suite', id: `suite_${i}` } }));
    const calling = Array.from({ length: 80 }, async (_, i) => {
      await ledger.reserve(`c${i}`, { suiteId: `suite_${i % 8}` });
      if (i % 2 === 0) await ledger.settle(`c${i}`);
    });
    await Promise.all([...calling, ...setting]);
    await Promise.all(Array.from({ length: 80 }, (_, i) => ledger.settle(`c${i}`)));
    expect((await ledger.budgets()).map(({ spent, reserved }) => [spent.tokens, reserved.tokens])).toEqual(Array(8).fill([900, 0]));
  });
});

describe('SetRunBudget', () => {
  const set = (limits: { limitMicros?: number; limitTokens?: number }, service = 'runs', runId = 'run_9') =>
    ledger.mesh.call(LedgerService.setRunBudget, { ...ledger.account, runId, ...limits }, { caller: { requestId: 'r', service } });

  test('limits one run, and setting it again changes the limit alone', async () => {
    await set({ limitTokens: 100 });
    await ledger.reserve('c1', { runId: 'run_9' });
    expect(await ledger.reserve('c2', { runId: 'run_9' })).toMatchObject({ scope: 'run', scopeId: 'run_9', resetsAtMs: 0 });
    await set({ limitTokens: 1_000 });
    expect(await ledger.reserve('c2', { runId: 'run_9' })).toBeUndefined();
    expect(await ledger.budgets({ scopeKind: 'run' })).toMatchObject([{ scope: { kind: 'run', id: 'run_9' }, period: 'total', limit: { tokens: 1_000 }, reserved: { tokens: 300 } }]);
  });

  test.each([[{}], [{ limitMicros: 1, limitTokens: 1 }]])('takes one limit, not %j', async (limits) => {
    await expect(set(limits)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await ledger.budgets()).toEqual([]);
  });

  test('is for the runs service alone', async () => {
    await expect(set({ limitTokens: 1 }, 'runner')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('who may keep the ledger', () => {
  test('is a runner, and nobody on a user\'s behalf', async () => {
    await expect(ledger.reserve('c1', {}, ledger.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(ledger.reserve('c1', {}, { requestId: 'r', service: 'runs' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await ledger.reserve('c1');
    await expect(ledger.settle('c1', {}, ledger.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await ledger.calls()).toMatchObject([{ state: 'reserved' }]);
  });

  test('a runner of one organization keeps no other\'s, nor that of a project that is not its own', async () => {
    const outside = { ...RUNNER, organizationId: 'org_other' };
    const elsewhere = { ...RUNNER, organizationId: ledger.organizationId, projectId: 'prj_other' };
    await expect(ledger.reserve('c1', {}, outside)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ledger.reserve('c1', {}, elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ledger.reserve('c1', {}, { ...elsewhere, projectId: ledger.projectId })).toBeUndefined();
    await expect(ledger.settle('c1', {}, outside)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ledger.calls()).toMatchObject([{ id: 'c1', state: 'reserved' }]);
  });

  test('a call that was never reserved cannot be settled', async () => {
    await expect(ledger.settle('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a price that changes later does not change what a reserved call costs', async () => {
    await ledger.reserve('c1', { model: PRICED });
    const { rows } = await ledger.pool.query('select input_price::float, output_price::float, cached_input_price::float from model_calls');
    expect(rows).toEqual([{ input_price: 1, output_price: 2, cached_input_price: 0.1 }]);
  });
});
