import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { BudgetRefusal } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { unseal } from '@assay/kit/security/seal';
import { testCaller, echoCase, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
  runs.world.suites.set('free', { cases: [echoCase('a')] });
  runs.world.suites.set('asking', { cases: [asks('a')], suite: { model: 'scripted/rules' } });
  runs.world.suites.set('own', {
    cases: [asks('a', { models: [{ model: 'gpt-5', provider: 'openai' }] }), echoCase('b')],
  });
});
afterAll(() => runs.close());

const asks = (id: string, more: Partial<FrozenCase> = {}) =>
  echoCase(id, { steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }], ...more });
const launch = (body: object, key = '') =>
  runs.call(operations.createEvalRun, { idempotencyKey: key }, body, { ...testCaller, keyId: 'key_1' });
const refusal = (body: object) =>
  launch(body).then(
    (answer) => {
      throw new Error(`was accepted: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );
const read = (runId: string) => runs.call(operations.getEvalRun, { runId });
const SECRET = 'sk-brought-by-the-caller';

describe('a model that cannot be used is refused', () => {
  test.each([
    ['of the launch', { suiteId: 'asking', model: 'openai/gpt-9' }, '/model', 'openai/gpt-9'],
    ['of a case', { suiteId: 'own' }, '/model', 'openai/gpt-5'],
    [
      'of an inline test',
      {
        suiteName: 'inline',
        tests: [
          { title: 't', steps: echoCase('a').steps },
          { title: 'u', steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }], model: 'openai/gpt-9' },
        ],
        serverIds: ['srv'],
      },
      '/tests/1',
      'openai/gpt-9',
    ],
  ])('%s, with its place and the models that can be used', async (_, body, path, model) =>
    expect(await refusal(body)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }], model, hostedModels: ['scripted/rules'] },
    }),
  );

  test.each([
    ['a suite that does not exist', { suiteId: 'none' }, { code: 'NOT_FOUND' }],
    ['a server that does not exist', { suiteId: 'asking', serverIds: ['srv_none'] }, { code: 'VALIDATION_ERROR' }],
    ['a case that does not exist', { suiteId: 'asking', caseIds: ['none'] }, { code: 'VALIDATION_ERROR' }],
  ])('before %s', async (_, body, problem) => {
    const model = 'openai/gpt-9';
    const { grantRequests } = runs.world.models;
    grantRequests.length = 0;
    expect(await refusal({ ...body, model })).toMatchObject({ details: { model, issues: [{ path: '/model' }] } });
    const refused = await refusal({ ...body, model: 'scripted/rules' });
    expect([refused, JSON.stringify(refused.details ?? {})]).toMatchObject([
      problem,
      expect.not.stringContaining(model),
    ]);
    expect(grantRequests.map(({ models }) => models)).toEqual([[model], ['scripted/rules']]);
  });

  test('and a case without any model by the name of the case', async () => {
    runs.world.suites.set('modelless', { cases: [asks('lonely')] });
    expect(await refusal({ suiteId: 'modelless' })).toMatchObject({
      message: expect.stringContaining('"case lonely"'),
      details: { issues: [{ path: '/model' }], hostedModels: ['scripted/rules'] },
    });
  });
});

test('a model keeps its full name and its origin', async () => {
  runs.world.models.organizationProviders.add('openai');
  const [own, overridden, free] = await Promise.all([
    launch({ suiteId: 'own' }),
    launch({ suiteId: 'own', model: 'gpt-4o' }),
    launch({ suiteId: 'free' }),
  ]);
  runs.world.models.organizationProviders.clear();
  expect(await read(own.runId)).toMatchObject({
    modelSource: 'case',
    effectiveModelId: 'openai/gpt-5',
    client: { id: 'client_default', name: 'Default', source: 'suite_default', hostStyle: 'assay' },
  });
  expect(await read(overridden.runId)).toMatchObject({ modelSource: 'override', effectiveModelId: 'openai/gpt-4o' });
  expect(await read(free.runId)).toMatchObject({ effectiveModelId: null });
  const { items } = await runs.call(operations.listEvalRunIterations, { runId: own.runId });
  expect(items.map(({ model }) => model)).toEqual(['openai/gpt-5', null]);
  const asking = await launch({ suiteId: 'asking' });
  expect(await read(asking.runId)).toMatchObject({
    modelSource: 'client_default',
    effectiveModelId: 'scripted/rules',
    client: { modelId: 'scripted/rules' },
  });
});

test('all models of a run are granted at once, and none for a run without a prompt', async () => {
  runs.world.suites.set('several', {
    cases: [asks('a', { models: [{ model: 'scripted/rules' }] }), asks('b'), asks('c')],
    suite: { model: 'scripted/rules' },
  });
  const asked = runs.world.models.grantRequests;
  asked.length = 0;
  await launch({ suiteId: 'free' });
  const { runId } = await launch({ suiteId: 'several' });
  expect(asked).toEqual([
    {
      organizationId: 'org',
      projectId: 'prj',
      suiteId: 'several',
      keyId: 'key_1',
      models: ['scripted/rules'],
      broughtKeys: {},
      sealedFor: `run:${runId}`,
    },
  ]);
});

describe('a key that the caller brings', () => {
  /** Every row of every table, as text. */
  async function everythingStored(): Promise<string> {
    const { rows: tables } = await runs.db.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    );
    const dumps = await Promise.all(
      tables.map(({ name }) => runs.db.pool.query<{ row: string }>(`select t::text as row from "${name}" t`)),
    );
    return dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
  }

  test("makes its provider's models usable, and is stored only sealed", async () => {
    const answer = await launch({ suiteId: 'own', modelApiKeys: { openai: SECRET } }, 'keyed');
    const {
      rows: [stored],
    } = await runs.db.pool.query<{ sealed: Buffer }>('select sealed_models as sealed from runs where id = $1', [
      answer.runId,
    ]);
    const opened = unseal(stored!.sealed, runs.world.models.keyEncryptionKey, `run:${answer.runId}`).toString();
    expect(JSON.parse(opened)).toEqual({ providers: { openai: { apiKey: SECRET } } });
    const shown = `${await everythingStored()} ${JSON.stringify([answer, await read(answer.runId)])}`;
    expect(shown).toContain(answer.runId);
    for (const secret of [SECRET, Buffer.from(SECRET).toString('hex'), Buffer.from(SECRET).toString('base64')])
      expect(shown).not.toContain(secret);
    await runs.call(operations.cancelEvalRun, { runId: answer.runId });
    expect((await runs.db.pool.query('select sealed_models from runs where id = $1', [answer.runId])).rows).toEqual([
      { sealed_models: null },
    ]);
  });

  test('is not needed to find the run again by its idempotency key', async () =>
    expect(await launch({ suiteId: 'own' }, 'keyed')).toMatchObject({ deduped: true, status: 'cancelled' }));

  test("is not in the refusal of another provider's model", async () => {
    const refused = await refusal({ suiteId: 'asking', model: 'anthropic/claude', modelApiKeys: { openai: SECRET } });
    expect(JSON.stringify([refused.message, refused.details])).not.toContain(SECRET);
  });

  test.each([
    ['of a provider without a name', { '': 'x' }, '/modelApiKeys'],
    ['that is empty', { openai: '' }, '/modelApiKeys/openai'],
    ['with a line break', { openai: 'a\nb' }, '/modelApiKeys/openai'],
  ])('%s is refused', async (_, modelApiKeys, path) =>
    expect(await refusal({ suiteId: 'asking', modelApiKeys })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    }),
  );
});

describe('a budget', () => {
  const refusedFor = (ms: number): BudgetRefusal => ({
    budgetId: 'budget_1',
    scope: 'project',
    scopeId: 'prj',
    resetsAtMs: Date.now() + ms,
    underWay: false,
    message: 'The project has used up its day.',
  });
  afterEach(() => {
    runs.world.models.refusal = undefined;
  });

  test('that is used up refuses the launch, with its id and the time of its reset', async () => {
    const refused = refusedFor(60_000);
    runs.world.models.refusal = refused;
    const problem = await refusal({ suiteId: 'asking' });
    expect(problem).toMatchObject({
      code: 'RATE_LIMITED',
      message: refused.message,
      details: { reason: 'BUDGET_EXHAUSTED', budgetId: 'budget_1', resetsAt: refused.resetsAtMs },
    });
    expect(problem.retryAfter).toBeGreaterThan(30);
    expect(problem.retryAfter).toBeLessThanOrEqual(60);
    runs.world.models.refusal = { ...refused, resetsAtMs: 0 };
    expect(await refusal({ suiteId: 'asking' })).toMatchObject({
      retryAfter: undefined,
      details: expect.not.objectContaining({ resetsAt: expect.anything() }),
    });
  });

  test('that is used up does not stop a run without a model', async () => {
    runs.world.models.refusal = refusedFor(60_000);
    await expect(launch({ suiteId: 'free', model: 'scripted/rules' })).resolves.toMatchObject({ status: 'pending' });
  });

  test('of the run itself is set before the run is written', async () => {
    runs.world.models.budgets.length = 0;
    const dollars = await launch({ suiteId: 'asking', budget: { usd: 0.25 } });
    const tokens = await launch({ suiteId: 'asking', budget: { tokens: 5_000 } });
    expect(runs.world.models.budgets).toEqual([
      { organizationId: 'org', projectId: 'prj', runId: dollars.runId, limitMicros: 250_000, limitTokens: undefined },
      { organizationId: 'org', projectId: 'prj', runId: tokens.runId, limitMicros: undefined, limitTokens: 5_000 },
    ]);
  });

  test.each([
    ['of nothing', {}, '/budget'],
    ['of both', { usd: 1, tokens: 1 }, '/budget'],
    ['of no dollars', { usd: 0 }, '/budget/usd'],
    ['of a cent of a token', { tokens: 0.5 }, '/budget/tokens'],
  ])('%s is refused', async (_, budget, path) =>
    expect(await refusal({ suiteId: 'asking', budget })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    }),
  );
});
