import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { SuiteDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { dispatchEvent, on } from '@assay/kit/events/consumer';
import { bundleOfClient, bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { eventMessage } from '@assay/testkit/events/event-message';
import { deleteRunsOfSuite } from '../../src/events/suite-deleted.ts';
import { testCaller, echoCase, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
  runs.world.servers.push({ ...runs.world.servers[0]!, id: 'srv2', name: 'everything' });
  runs.world.models.hostedModels = ['scripted/rules', 'scripted/other'];
  runs.world.suites.set('asking', { cases: [asks('a'), asks('b')], suite: { model: 'scripted/rules' } });
  runs.world.suites.set('calling', { cases: [echoCase('a')] });
});
afterAll(() => runs.close());
afterEach(() => {
  [runs.world.maxConcurrentRuns, runs.world.unreachable, runs.world.models.refusal] = [100, undefined, undefined];
});

const asks = (id: string) => echoCase(id, { isNegative: true, steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }] });
const launch = (body: object, key = '') => runs.call(operations.createEvalRunGroup, { idempotencyKey: key }, body);
const refusal = (body: object) =>
  launch(body).then(
    (answer) => {
      throw new Error(`was accepted: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );
const read = (runId: string) => runs.call(operations.getEvalRun, { runId });
const arm = (name: string, more: object = {}) => ({ arm: { name, ...more } });
const arms = [
  arm('without', { serverIds: [] }),
  arm('now'),
  arm('next', { serverIds: ['srv2'] }),
  arm('other model', { model: 'scripted/other' }),
];

test('arms of one suite differ in servers or models, or have no server', async () => {
  const { targets, runGroupId, ...answer } = await launch({
    suiteId: 'asking',
    targets: arms,
    iterationOverride: 2,
    notes: 'arms',
    passCriteria: { minimumPassRatePercent: 0.5 },
  });
  expect(answer).toMatchObject({
    suiteId: 'asking',
    outcome: 'started',
    startedCount: 4,
    failedCount: 0,
    runId: targets[0]!.runId,
    status: 'pending',
    servers: [],
    environment: null,
  });
  expect(targets.map(({ target, status, servers }) => [target.name, status, servers])).toEqual([
    ['without', 'started', []],
    ['now', 'started', [{ id: 'srv', name: 'everything' }]],
    ['next', 'started', [{ id: 'srv2', name: 'everything' }]],
    ['other model', 'started', [{ id: 'srv', name: 'everything' }]],
  ]);
  const made = await Promise.all(targets.map(({ runId }) => read(runId!)));
  expect(made.map((run) => [run.arm, run.runNumber, run.effectiveModelId])).toEqual([
    ['without', 1, 'scripted/rules'],
    ['now', 2, 'scripted/rules'],
    ['next', 3, 'scripted/rules'],
    ['other model', 4, 'scripted/other'],
  ]);
  for (const run of made)
    expect(run).toMatchObject({ runGroupId, notes: 'arms', minimumAccuracy: 0.5, summary: { total: 4 } });
});

describe('a group is refused as a whole', () => {
  const plain = { suiteId: 'asking', targets: arms };
  test.each([
    [
      'with targets of two kinds',
      { ...plain, targets: [arm('a'), { environmentId: 'env' }] },
      '/targets',
      { reason: 'HETEROGENEOUS_TARGETS' },
    ],
    ['with a target of two kinds', { ...plain, targets: [{ ...arm('a'), environmentId: 'env' }] }, '/targets/0', {}],
    ['with a target of no kind', { ...plain, targets: [{}] }, '/targets/0', {}],
    ['without targets', { ...plain, targets: [] }, '/targets', {}],
    ['with eleven targets', { ...plain, targets: Array.from({ length: 11 }, (_, i) => arm(`${i}`)) }, '/targets', {}],
    [
      'with one name for two arms',
      { ...plain, targets: [arm('a'), arm('a', { serverIds: [] })] },
      '/targets/1/arm/name',
      {},
    ],
    ['with a name of 81 characters', { ...plain, targets: [arm('x'.repeat(81))] }, '/targets/0/arm/name', {}],
    [
      'with a server that is not there',
      { ...plain, targets: [arm('a'), arm('b', { serverIds: ['srv', 'nope'] })] },
      '/targets/1/arm/serverIds/1',
      {},
    ],
    [
      'with a model that is not hosted',
      { ...plain, targets: [arm('a'), arm('b', { model: 'no/model' })] },
      '/targets/1/arm/model',
      { model: 'no/model', hostedModels: ['scripted/rules', 'scripted/other'] },
    ],
    [
      'when a case calls a server that an arm lacks',
      { suiteId: 'calling', targets: [arm('a'), arm('b', { serverIds: [] })] },
      '/targets/1/arm/serverIds',
      {},
    ],
    ['with an unknown case', { ...plain, caseIds: ['a', 'z'] }, '/caseIds/1', {}],
    [
      'with two pass criteria',
      { ...plain, passCriteria: { minimumPassRate: 90, minimumPassRatePercent: 90 } },
      '/passCriteria',
      {},
    ],
    ['with no pass criterion', { ...plain, passCriteria: {} }, '/passCriteria', {}],
    [
      'with a percent that looks like a fraction',
      { ...plain, passCriteria: { minimumPassRate: 0.9 } },
      '/passCriteria/minimumPassRate',
      {},
    ],
    ['with an environment made for it', { ...plain, ephemeralEnvironment: true }, '/ephemeralEnvironment', {}],
    ['that stops early without grading per case', { ...plain, earlyStopping: {} }, '/earlyStopping', {}],
  ])('%s, and nothing is written', async (_, body, path, details) => {
    const count = () =>
      runs.db.pool.query('select (select count(*) from runs) as runs, (select count(*) from run_groups) as groups');
    const before = await count();
    expect(await refusal(body)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { ...details, issues: [expect.objectContaining({ path })] },
    });
    expect((await count()).rows).toEqual(before.rows);
  });

  test('naming the case that needs a server', async () =>
    expect((await refusal({ suiteId: 'calling', targets: [arm('b', { serverIds: [] })] })).message).toContain(
      '"case a"',
    ));

  test('for an unknown suite', async () =>
    expect(await refusal({ ...plain, suiteId: 'nope' })).toMatchObject({ code: 'NOT_FOUND' }));

  test('without a free slot or a budget', async () => {
    runs.world.models.refusal = {
      budgetId: 'b',
      scope: 'organization',
      scopeId: 'org',
      resetsAtMs: 0,
      underWay: false,
      message: 'Used up.',
    };
    expect(await refusal(plain)).toMatchObject({ code: 'RATE_LIMITED', details: { reason: 'BUDGET_EXHAUSTED' } });
    runs.world.maxConcurrentRuns = 0;
    expect(await refusal(plain)).toMatchObject({ code: 'RATE_LIMITED', details: { reason: 'CONCURRENT_RUN_LIMIT' } });
  });
});

test.each([
  ['environments', [{ environmentId: 'e1' }, { environmentId: 'e2' }, { environmentId: 'e1' }]],
  ['clients', [{ namedHostId: 'h1' }, { namedHostId: 'h2' }, { namedHostId: 'h1' }]],
])('%s that are not attached fail one by one, the same one once, and the group is answered', async (_, targets) => {
  expect(await launch({ suiteId: 'asking', targets })).toEqual({
    runGroupId: expect.stringMatching(/^group_/),
    suiteId: 'asking',
    outcome: 'failed',
    startedCount: 0,
    failedCount: 2,
    targets: targets.slice(0, 2).map((target) => ({
      target,
      status: 'failed',
      error: { code: 'VALIDATION_ERROR', message: expect.stringContaining('is not attached to the suite') },
    })),
  });
});

test('arms that are the same are one', async () =>
  expect(
    (
      await launch({
        suiteId: 'asking',
        targets: [arm('a', { serverIds: ['srv', 'srv2'] }), arm('a', { serverIds: ['srv2', 'srv'] })],
      })
    ).targets,
  ).toHaveLength(1));

test('a key makes one group: a repetition starts its missing runs on the same cases', async () => {
  runs.world.suites.set('keyed', { cases: [asks('before')], suite: { model: 'scripted/rules' } });
  runs.world.unreachable = new Problem('SERVER_UNREACHABLE', 'down');
  const first = await launch({ suiteId: 'keyed', targets: arms }, 'k');
  expect(first).toMatchObject({ outcome: 'partial', startedCount: 1, failedCount: 3, runId: first.targets[0]!.runId });
  expect(first.targets[1]).toMatchObject({ status: 'failed', error: { code: 'SERVER_UNREACHABLE', message: 'down' } });
  runs.world.unreachable = undefined;
  runs.world.suites.set('keyed', { cases: [asks('after')], suite: { model: 'scripted/rules' } });
  const [again, atOnce] = await Promise.all([
    launch({ suiteId: 'keyed', targets: arms }, 'k'),
    launch({ suiteId: 'keyed', targets: arms }, 'k'),
  ]);
  for (const answer of [again, atOnce]) {
    expect(answer).toMatchObject({ runGroupId: first.runGroupId, outcome: 'started' });
    expect(answer.targets[0]).toMatchObject({ runId: first.runId, deduped: true });
  }
  expect(atOnce.targets.map(({ runId }) => runId)).toEqual(again.targets.map(({ runId }) => runId));
  const pages = await Promise.all(
    again.targets.map(({ runId }) => runs.call(operations.listEvalRunIterations, { runId: runId! })),
  );
  expect(pages.map(({ items }) => items.map(({ testCaseId }) => testCaseId))).toEqual([
    ['before'],
    ['before'],
    ['before'],
    ['before'],
  ]);
});

test('a key of a group is refused for another one, belongs to its caller, and expires', async () => {
  const of = (notes: string, userId = testCaller.userId) =>
    runs.call(
      operations.createEvalRunGroup,
      { idempotencyKey: 'k2' },
      { suiteId: 'asking', targets: arms, notes },
      { ...testCaller, userId },
    );
  const first = await of('one');
  const refused = { code: 'CONFLICT', details: { reason: 'IDEMPOTENCY_CONFLICT', runGroupId: first.runGroupId } };
  await expect(of('two')).rejects.toMatchObject(refused);
  expect((await of('two', 'usr_bob')).runGroupId).not.toBe(first.runGroupId);
  await runs.db.pool.query(`update run_groups set created_at = now() - interval '24 hours' where id = $1`, [
    first.runGroupId,
  ]);
  const [second, atOnce] = await Promise.all([of('two'), of('two')]);
  expect([second.runGroupId === first.runGroupId, atOnce.runGroupId]).toEqual([false, second.runGroupId]);
  expect(second.targets.map(({ runId }) => runId)).toEqual(atOnce.targets.map(({ runId }) => runId));
});

test('a group takes one slot, which is free after the last of its runs', async () => {
  await runs.db.pool.query(`update runs set status = 'cancelled'`);
  runs.world.maxConcurrentRuns = 1;
  const { targets } = await launch({ suiteId: 'asking', targets: arms });
  expect(targets.map(({ status }) => status)).toEqual(['started', 'started', 'started', 'started']);
  const single = () => runs.call(operations.createEvalRun, {}, { suiteId: 'calling' });
  for (const { runId } of targets) {
    await expect(single()).rejects.toMatchObject({ details: { reason: 'CONCURRENT_RUN_LIMIT' } });
    await runs.call(operations.cancelEvalRun, { runId: runId! });
  }
  await expect(single()).resolves.toMatchObject({ status: 'pending' });
});

test('a run can join a group of its suite, without a slot of its own, with its cases', async () => {
  await runs.db.pool.query(`update runs set status = 'cancelled'`);
  runs.world.suites.set('joined', { cases: [asks('before')], suite: { model: 'scripted/rules' } });
  runs.world.maxConcurrentRuns = 1;
  const { runGroupId } = await launch({ suiteId: 'joined', targets: [arm('a')] });
  runs.world.suites.set('joined', { cases: [asks('after')], suite: { model: 'scripted/rules' } });
  const { runId, ...joined } = await runs.call(operations.createEvalRun, {}, { suiteId: 'joined', runGroupId });
  expect(joined).toMatchObject({ runGroupId });
  expect(
    (await runs.call(operations.listEvalRunIterations, { runId })).items.map(({ testCaseId }) => testCaseId),
  ).toEqual(['before']);
  await expect(runs.call(operations.createEvalRun, {}, { suiteId: 'asking', runGroupId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a group takes at most ten runs, also with concurrent requests', async () => {
  await runs.db.pool.query(`update runs set status = 'cancelled'`);
  runs.world.maxConcurrentRuns = 1;
  const { runGroupId } = await launch({ suiteId: 'asking', targets: arms });
  const joining = await Promise.allSettled(
    Array.from({ length: 9 }, () => runs.call(operations.createEvalRun, {}, { suiteId: 'asking', runGroupId })),
  );
  const refused = joining.flatMap((each) => (each.status === 'rejected' ? [each.reason as Problem] : []));
  expect(refused.map(({ code, details }) => [code, details])).toEqual(
    Array.from({ length: 3 }, () => ['CONFLICT', { runGroupId }]),
  );
});

test('servers that several targets share are connected to once', async () => {
  runs.world.connected.length = 0;
  for (const server of runs.world.servers) server.timeoutMs += 1;
  const targets = [...arms, arm('both', { serverIds: ['srv', 'srv2'] })];
  expect(await launch({ suiteId: 'asking', targets })).toMatchObject({ outcome: 'started', startedCount: 5 });
  expect(runs.world.connected.toSorted()).toEqual(['srv', 'srv2']);
});

test('brought keys are sealed for each run separately, and each run has its own budget', async () => {
  runs.world.models.grantRequests.length = runs.world.models.budgets.length = 0;
  const { targets } = await launch({
    suiteId: 'asking',
    targets: [arm('a', { model: 'openai/x' }), arm('b')],
    modelApiKeys: { openai: 'sk-x' },
    budget: { tokens: 10 },
  });
  const runIds = targets.map(({ runId }) => runId);
  expect(new Set(runs.world.models.grantRequests.map(({ sealedFor }) => sealedFor))).toEqual(
    new Set(runIds.map((runId) => `run:${runId}`)),
  );
  expect(runs.world.models.budgets.map(({ runId, limitTokens }) => [runId, limitTokens])).toEqual(
    runIds.map((runId) => [runId, 10]),
  );
});

test('a run without a server gets a verdict', async () => {
  await runs.db.pool.query(`update runs set status = 'cancelled'`);
  const { runId } = await launch({ suiteId: 'asking', targets: [arm('without', { serverIds: [] })] });
  const items = await runs.lease('r');
  expect(items.map(({ spec }) => JSON.parse(spec.toString()).servers)).toEqual([[], []]);
  await runs.report(items, () => ({
    version: 1,
    messages: [],
    userMessages: 1,
    toolCalls: [],
    steps: [{ stepId: 'p', stepIndex: 0, kind: 'prompt', status: 'ok', startMs: 0, endMs: 1 }],
  }));
  expect(await read(runId!)).toMatchObject({
    status: 'completed',
    result: 'passed',
    servers: [],
    summary: { passRateInterval: { confidence: 0.95, upper: 1 } },
  });
});

test('a group is deleted with its suite', async () => {
  runs.world.suites.set('doomed', { cases: [asks('a')], suite: { model: 'scripted/rules' } });
  const { runGroupId } = await launch({ suiteId: 'doomed', targets: [arm('a')] });
  await dispatchEvent(runs.db.pool, [on(SuiteDeleted, deleteRunsOfSuite(runs.db.pool))]).handle(
    eventMessage(SuiteDeleted, { suiteId: 'doomed', projectId: 'prj' }),
  );
  expect((await runs.db.pool.query('select from run_groups where id = $1', [runGroupId])).rowCount).toBe(0);
});

describe('a group over environments or clients', () => {
  const ask = [asks('a')];
  beforeAll(() => {
    const { bundles, suites } = runs.world;
    for (const id of ['env_a', 'env_b'])
      bundles.environments.set(id, bundleOfEnvironment(id, `name of ${id}`, { config: { systemPrompt: id } }));
    bundles.environments.set('env_off', unlaunchableProblem('ENV_ARCHIVED'));
    bundles.environments.set('env_adhoc', bundleOfEnvironment('env_adhoc', null));
    bundles.clients.push(bundleOfClient('desk', 'Desktop'), bundleOfClient('edit', 'Editor', { temperature: 1 }));
    suites.set('environments', { cases: ask, suite: { environmentIds: ['env_a', 'env_b', 'env_off'] } });
    const clients = ['desk', 'edit'].map((id) => ({ id, name: id, serverIds: [], limitsServers: false }));
    suites.set('clients', { cases: ask, suite: { clients } });
  });
  beforeEach(() => runs.db.pool.query(`update runs set status = 'cancelled'`));
  const environments = (...ids: string[]) => ids.map((environmentId) => ({ environmentId }));

  test('has one run for each, and a target that cannot be launched fails alone', async () => {
    const { targets, outcome, runGroupId } = await launch({
      suiteId: 'environments',
      targets: environments('env_a', 'env_b', 'env_off', 'env_a'),
    });
    expect([outcome, targets.map(({ status, environment }) => [status, environment?.name])]).toEqual([
      'partial',
      [
        ['started', 'name of env_a'],
        ['started', 'name of env_b'],
        ['failed', undefined],
      ],
    ]);
    expect(targets[2]!.error).toMatchObject({ code: 'CONFLICT' });
    const group = await runs.call(operations.getEvalRunGroup, { runGroupId });
    expect(group.runs.map(({ environment, client }) => [environment?.id, client.source])).toEqual([
      ['env_a', 'environment'],
      ['env_b', 'environment'],
    ]);
    expect(group.comparison).toMatchObject({
      baselineArm: 'name of env_a',
      arms: [
        {
          arm: 'name of env_b',
          configuration: {
            changed: [
              '/environment/id',
              '/environment/name',
              '/client/id',
              '/client/name',
              '/client/config/systemPrompt',
              '/systemPrompt',
            ],
          },
        },
      ],
    });
  });

  test('has one run for each attached client, named by it', async () => {
    const { targets, runGroupId } = await launch({
      suiteId: 'clients',
      targets: [{ namedHostId: 'DESKTOP' }, { namedHostId: 'edit' }, { namedHostId: 'desktop' }],
    });
    expect(targets.map(({ status }) => status)).toEqual(['started', 'started']);
    const { comparison } = await runs.call(operations.getEvalRunGroup, { runGroupId });
    expect(comparison).toMatchObject({
      baselineArm: 'Desktop',
      arms: [
        {
          arm: 'Editor',
          configuration: { changed: ['/client/id', '/client/name', '/client/config/temperature', '/temperature'] },
        },
      ],
    });
  });

  test('takes ad-hoc environments on request only', async () => {
    const targets = environments('env_adhoc');
    expect(await launch({ suiteId: 'environments', targets })).toMatchObject({ outcome: 'failed' });
    expect(await launch({ suiteId: 'environments', targets, ephemeralEnvironment: true })).toMatchObject({
      outcome: 'started',
      targets: [{ environment: { id: 'env_adhoc', name: null } }],
    });
    runs.world.bundles.environments.set('env_c', bundleOfEnvironment('env_c', 'named'));
    expect(
      await launch({ suiteId: 'environments', targets: environments('env_c'), ephemeralEnvironment: true }),
    ).toMatchObject({ outcome: 'failed' });
  });
});
