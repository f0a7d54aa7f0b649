import { mock } from 'node:test';
import { LedgerService } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { createLog } from '@assay/kit/log';
import { watchLedger } from '../../src/background/ledger-watchdog.ts';
import { RUNNER_CALLER, startTestLedger, UNPRICED_MODEL, type TestLedger } from '../support/model-ledger.ts';
import { startTestCatalog } from '../support/start.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startTestLedger();
  await ledger.pool.query(`insert into organizations (id, name) values ('org_other', 'Other')`);
  await ledger.pool.query(
    `insert into projects (id, organization_id, name) values ('prj_2', $1, 'Second'), ('prj_other', 'org_other', 'Other')`,
    [ledger.organizationId],
  );
});
afterAll(() => ledger.stop());
beforeEach(() => ledger.clear());

describe('a refusal', () => {
  test('names the budget, its spending and its reset, and writes nothing', async () => {
    const { id } = await ledger.budget({ tokens: 100 }, { scope: { kind: 'suite', id: 'suite_1' }, period: 'day' });
    await ledger.reserve('c1');
    await ledger.settle('c1', { inputTokens: 1_200, outputTokens: 34 });
    expect(await ledger.reserve('c2')).toEqual({
      budgetId: id,
      scope: 'suite',
      scopeId: 'suite_1',
      resetsAtMs: Date.parse('2026-03-02T00:00:00Z'),
      underWay: false,
      message:
        'The daily budget of 100 tokens of the suite suite_1 is used up: 1,234 tokens are spent and 0 tokens reserved for calls under way. It starts again at 2026-03-02T00:00:00.000Z.',
    });
    expect(await ledger.calls()).toMatchObject([{ id: 'c1' }]);
    expect(await ledger.reserve('c2', { suiteId: 'suite_2' })).toBeUndefined();
  });

  test('by a budget that calls under way fill is temporary', async () => {
    await ledger.budget({ tokens: 100 });
    await ledger.reserve('c1');
    expect(await ledger.reserve('c2')).toMatchObject({
      underWay: true,
      message: expect.stringContaining('150 tokens reserved for calls under way'),
    });
    await ledger.settle('c1');
    expect(await ledger.reserve('c2')).toBeUndefined();
    await ledger.settle('c2');
    expect(await ledger.reserve('c3')).toMatchObject({ underWay: false });
  });

  test('names a used-up budget before a full one', async () => {
    await ledger.budget({ tokens: 100 });
    await ledger.reserve('c1');
    const { id } = await ledger.budget({ tokens: 0 }, { period: 'day' });
    expect(await ledger.reserve('c2')).toMatchObject({ budgetId: id, underWay: false });
  });

  test.each([
    ['project', (): string => ledger.projectId, { projectId: 'prj_2' }],
    ['suite', (): string => 'suite_1', { suiteId: 'suite_2' }],
    ['run', (): string => 'run_1', { runId: 'run_2' }],
  ] as const)('comes from a budget of the %s, and from no other', async (kind, id, elsewhere) => {
    await ledger.budget({ tokens: 0 }, { scope: { kind, id: id() } });
    expect(await ledger.reserve('c1')).toMatchObject({ scope: kind, scopeId: id() });
    expect(await ledger.reserve('c2', elsewhere)).toBeUndefined();
  });

  test('comes from a budget of the organization for any spending, never of another one', async () => {
    await ledger.budget({ tokens: 0 });
    expect(
      await ledger.reserve('c1', { projectId: 'prj_2', suiteId: 'suite_2', runId: 'run_2', keyId: 'key_2' }),
    ).toMatchObject({ scope: 'organization', scopeId: ledger.organizationId });
    expect(await ledger.reserve('c2', { organizationId: 'org_other', projectId: 'prj_other' })).toBeUndefined();
  });

  test('comes from a budget of the key that a run was launched with', async () => {
    const {
      rows: [key],
    } = await ledger.pool.query('select id from api_keys');
    await ledger.budget({ tokens: 0 }, { scope: { kind: 'key', id: key.id } });
    expect(await ledger.reserve('c1', { keyId: key.id })).toMatchObject({ scope: 'key', scopeId: key.id });
    expect(await ledger.reserve('c2', { keyId: '' })).toBeUndefined();
  });

  test('names the budget that does not reset before one that does', async () => {
    await ledger.budget({ tokens: 0 }, { period: 'day' });
    const { id } = await ledger.budget({ tokens: 0 });
    expect(await ledger.reserve('c1')).toMatchObject({ budgetId: id, resetsAtMs: 0 });
  });

  test('meets a model without a price when a budget is in money', async () => {
    const { id } = await ledger.budget({ usd: 100 });
    expect(await ledger.reserve('c1', { model: UNPRICED_MODEL })).toMatchObject({
      budgetId: id,
      message: expect.stringContaining(`the price of the model "${UNPRICED_MODEL}" is unknown`),
    });
    expect(await ledger.reserve('c2')).toBeUndefined();
  });
});

describe('a day', () => {
  test('begins at midnight UTC with nothing spent and nothing reserved', async () => {
    ledger.clock.at = new Date('2026-03-01T23:59:59.999Z');
    await ledger.budget({ tokens: 100 }, { period: 'day' });
    await ledger.reserve('old');
    expect(await ledger.reserve('refused')).toBeDefined();
    ledger.clock.at = new Date('2026-03-02T00:00:00.000Z');
    expect(await ledger.budgets()).toMatchObject([
      { spent: { tokens: 0 }, reserved: { tokens: 0 }, resetsAt: Date.parse('2026-03-03T00:00:00Z') },
    ]);
    expect(await ledger.reserve('new')).toBeUndefined();
    await ledger.settle('new');
    // A call of yesterday: it neither counts today nor releases what today's calls reserve.
    await ledger.settle('old');
    expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 90 }, reserved: { tokens: 0 } }]);
  });

  test("follows Postgres' clock, also when a replica's clock is wrong", async () => {
    const fixture = await startTestCatalog();
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 30 * 86_400_000 });
    try {
      const {
        rows: [before],
      } = await fixture.pool.query<{ day: string }>(`select date_trunc('day', now(), 'UTC')::text as day`);
      const account = {
        organizationId: fixture.organizationId,
        projectId: fixture.projectId,
        suiteId: 's',
        runId: 'r',
        keyId: 'k',
        model: UNPRICED_MODEL,
        purpose: 'turn',
      };
      await fixture.call(
        operations.setBudget,
        { organizationId: fixture.organizationId },
        { scope: { kind: 'organization', id: fixture.organizationId }, period: 'day', limit: { tokens: 1_000 } },
      );
      await fixture.mesh.call(
        LedgerService.reserve,
        { callId: 'c1', ...account, inputTokens: 1, outputTokens: 1 },
        { caller: RUNNER_CALLER },
      );
      await fixture.mesh.call(
        LedgerService.settle,
        { callId: 'c1', inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, answered: true },
        { caller: RUNNER_CALLER },
      );
      const { rows } = await fixture.pool.query(
        `
        select window_start in ($1::timestamptz, date_trunc('day', now(), 'UTC')) as today, c.created_at <= now() and c.settled_at <= now() as now from budgets, model_calls c`,
        [before!.day],
      );
      expect(rows).toEqual([{ today: true, now: true }]);
    } finally {
      mock.timers.reset();
      await fixture.stop();
    }
  });

  test('does not return for a replica whose clock is late', async () => {
    ledger.clock.at = new Date('2026-03-02T00:00:00.001Z');
    await ledger.budget({ tokens: 1_000 }, { period: 'day' });
    await ledger.reserve('c1');
    ledger.clock.at = new Date('2026-03-01T23:59:59.990Z');
    await ledger.reserve('c2');
    expect(await ledger.budgets()).toMatchObject([
      { reserved: { tokens: 300 }, resetsAt: Date.parse('2026-03-03T00:00:00Z') },
    ]);
    await ledger.settle('c2');
    await ledger.settle('c1');
    expect(await ledger.budgets()).toMatchObject([{ spent: { tokens: 180 }, reserved: { tokens: 0 } }]);
  });
});

describe('a budget that is set later', () => {
  const given = async () => {
    await ledger.reserve('yesterday');
    await ledger.settle('yesterday');
    ledger.clock.at = new Date('2026-03-02T12:00:00Z');
    await ledger.reserve('done');
    await ledger.settle('done');
    await ledger.reserve('open');
    await ledger.reserve('elsewhere', { suiteId: 'suite_2', model: UNPRICED_MODEL });
    await ledger.settle('elsewhere');
  };

  test('starts with the spending of its period and scope, calls under way included', async () => {
    await given();
    const suite = { kind: 'suite', id: 'suite_1' } as const;
    expect(await ledger.budget({ tokens: 1_000 })).toMatchObject({
      spent: { tokens: 270 },
      reserved: { tokens: 150 },
      remaining: { tokens: 580 },
    });
    expect(await ledger.budget({ tokens: 1_000 }, { period: 'day' })).toMatchObject({
      spent: { tokens: 180 },
      reserved: { tokens: 150 },
    });
    expect(await ledger.budget({ usd: 1 }, { scope: suite, period: 'day' })).toMatchObject({
      spent: { usd: 0.0001 },
      reserved: { usd: 0.0002 },
    });
    await ledger.settle('open');
    expect(await ledger.budgets()).toMatchObject([
      { spent: { usd: 0.0002 }, reserved: { usd: 0 } },
      { spent: { tokens: 270 }, reserved: { tokens: 0 } },
      { spent: { tokens: 360 }, reserved: { tokens: 0 } },
    ]);
  });

  test('counts long settled, lapsed, fresh and open calls, each once', async () => {
    await ledger.reserve('old');
    await ledger.settle('old');
    await ledger.reserve('lapsed');
    await ledger.reserve('late');
    ledger.clock.at = new Date('2026-03-01T12:16:00Z');
    await watchLedger(ledger.pool, createLog('test', 'silent'), ledger.clock.at);
    ledger.clock.at = new Date('2026-03-01T13:00:00Z');
    await ledger.settle('late');
    await ledger.reserve('fresh');
    await ledger.settle('fresh');
    await ledger.reserve('open');
    expect(await ledger.budget({ tokens: 1_000 })).toMatchObject({
      spent: { tokens: 90 + 100 + 90 + 90 },
      reserved: { tokens: 150 },
    });
    expect(await ledger.budget({ usd: 1 }, { period: 'day' })).toMatchObject({
      spent: { usd: 0.0004 },
      reserved: { usd: 0.0002 },
    });
  });

  test('misses no call that is reserved or settled while it is set', async () => {
    const setting = Array.from({ length: 8 }, async (_, i) =>
      ledger.budget({ tokens: 1_000_000 }, { scope: { kind: 'suite', id: `suite_${i}` } }),
    );
    const calling = Array.from({ length: 80 }, async (_, i) => {
      await ledger.reserve(`c${i}`, { suiteId: `suite_${i % 8}` });
      if (i % 2 === 0) await ledger.settle(`c${i}`);
    });
    await Promise.all([...calling, ...setting]);
    await Promise.all(Array.from({ length: 80 }, (_, i) => ledger.settle(`c${i}`)));
    expect((await ledger.budgets()).map(({ spent, reserved }) => [spent.tokens, reserved.tokens])).toEqual(
      Array.from({ length: 8 }, () => [900, 0]),
    );
  });
});

describe('SetRunBudget', () => {
  const set = (
    limits: { limitMicros?: number; limitTokens?: number },
    caller: Caller = { requestId: 'r', service: 'runs' },
  ) => ledger.mesh.call(LedgerService.setRunBudget, { ...ledger.account, runId: 'run_9', ...limits }, { caller });

  test('limits one run; setting it again changes only the limit', async () => {
    await set({ limitTokens: 100 });
    await ledger.reserve('c1', { runId: 'run_9' });
    expect(await ledger.reserve('c2', { runId: 'run_9' })).toMatchObject({
      scope: 'run',
      scopeId: 'run_9',
      resetsAtMs: 0,
    });
    await set({ limitTokens: 1_000 });
    expect(await ledger.reserve('c2', { runId: 'run_9' })).toBeUndefined();
    expect(await ledger.budgets({ scopeKind: 'run' })).toMatchObject([
      { scope: { kind: 'run', id: 'run_9' }, period: 'total', limit: { tokens: 1_000 }, reserved: { tokens: 300 } },
    ]);
  });

  test('is not listed after a day when its run never came', async () => {
    await set({ limitTokens: 100 });
    const nextDay = () => ledger.pool.query(`update budgets set created_at = created_at - interval '25 hours'`);
    expect(await ledger.budgets()).toHaveLength(1);
    await nextDay();
    expect(await ledger.budgets()).toEqual([]);
    await ledger.reserve('c1', { runId: 'run_9' });
    expect(await ledger.budgets()).toHaveLength(1);
  });

  test.each([[{}], [{ limitMicros: 1, limitTokens: 1 }]])('takes one limit, not %j', async (limits) => {
    await expect(set(limits)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await ledger.budgets()).toEqual([]);
  });

  test('is allowed to launches only, in the project of their principal', async () => {
    for (const caller of [
      { ...RUNNER_CALLER },
      { ...ledger.ada, organizationId: 'org_other' },
      { ...ledger.ada, projectId: 'prj_other' },
    ]) {
      await expect(set({ limitTokens: 1 }, caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await ledger.budgets()).toEqual([]);
    await set({ limitTokens: 1 }, ledger.ada);
    expect(await ledger.budgets()).toMatchObject([{ scope: { kind: 'run', id: 'run_9' }, limit: { tokens: 1 } }]);
  });
});
