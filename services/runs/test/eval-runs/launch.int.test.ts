import type { Operation } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import { operations } from '@assay/contract/operations';
import { testCaller, echoCase, openRuns, promptCase } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const launch = (body: object, key = '') => runs.call(operations.createEvalRun, { idempotencyKey: key }, body);
const refusal = (body: object) =>
  launch(body).then(
    (answer) => {
      throw new Error(`was accepted: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );

test('a launch answers at once with the servers, and the run waits for a runner', async () => {
  runs.world.suites.set('two', {
    cases: [echoCase('a'), echoCase('b', { iterations: 2 })],
    suite: { minimumAccuracy: 90 },
  });
  const { runId, ...created } = await launch({ suiteId: 'two', notes: 'nightly' });
  expect(created).toEqual({
    suiteId: 'two',
    suiteName: 'two',
    runNumber: 1,
    status: 'pending',
    servers: [{ id: 'srv', name: 'everything' }],
    environment: null,
    caseUpsert: { committed: [], failed: [] },
  });
  expect(await runs.call(operations.getEvalRun, { runId })).toMatchObject({
    id: runId,
    suiteName: 'two',
    runNumber: 1,
    launchedBy: 'api',
    durationMs: null,
    status: 'pending',
    result: null,
    verdict: 'notEstablished',
    undecided: { reason: 'runNotTerminal' },
    notes: 'nightly',
    summary: { total: 3, passed: 0, failed: 0, passRate: 0 },
    minimumAccuracy: 90,
    startedAt: null,
    completedAt: null,
  });
  const { items } = await runs.call(operations.listEvalRunIterations, { runId });
  expect(items.map((each) => [each.testCaseId, each.iterationNumber, each.status])).toEqual([
    ['a', 1, 'pending'],
    ['b', 1, 'pending'],
    ['b', 2, 'pending'],
  ]);
});

test('a run keeps the cases of its launch when the suite changes', async () => {
  runs.world.suites.set('frozen', { cases: [echoCase('before')] });
  const { runId } = await launch({ suiteId: 'frozen' });
  runs.world.suites.set('frozen', { cases: [echoCase('after')] });
  // Runs take turns: those of earlier tests come first.
  const leased = [...(await runs.lease('r')), ...(await runs.lease('r'))].filter((item) => item.runId === runId);
  expect(leased.map((item) => JSON.parse(item.case.toString()).id)).toEqual(['before']);
});

test('inline tests become a suite, and the answer names its cases', async () => {
  const tests = [{ title: 'hello', steps: echoCase('x').steps }];
  const { suiteId, caseUpsert } = await launch({ suiteName: 'inline', tests, serverIds: ['srv'] });
  expect(caseUpsert).toEqual({ committed: [{ id: 'hello', name: 'case hello' }], failed: [] });
  expect(runs.world.suites.get(suiteId)?.cases).toMatchObject([{ id: 'hello' }]);
});

describe('inline tests leave no suite behind when the launch is refused', () => {
  const body = (suiteName: string) => ({
    suiteName,
    tests: [{ title: 'hello', steps: echoCase('x').steps }],
    serverIds: ['srv'],
  });

  test('because a server is down: the same request works once it is up', async () => {
    runs.world.unreachable = new Problem('SERVER_UNREACHABLE', 'down');
    expect(await refusal(body('later'))).toMatchObject({ code: 'SERVER_UNREACHABLE' });
    runs.world.unreachable = undefined;
    expect(runs.world.names.has('later')).toBe(false);
    await expect(launch(body('later'))).resolves.toMatchObject({ status: 'pending' });
  });

  test('because its budget cannot be set', async () => {
    runs.world.models.ledgerFault = new Problem('INTERNAL_ERROR', 'away');
    expect(await refusal({ ...body('penniless'), budget: { usd: 1 } })).toMatchObject({ code: 'INTERNAL_ERROR' });
    runs.world.models.ledgerFault = undefined;
    expect(runs.world.names.has('penniless')).toBe(false);
    await expect(launch({ ...body('penniless'), budget: { usd: 1 } })).resolves.toMatchObject({ status: 'pending' });
  });

  test('because of the limit on runs, which is checked before any server', async () => {
    runs.world.maxConcurrentRuns = 0;
    runs.world.unreachable = new Problem('SERVER_UNREACHABLE', 'down');
    expect(await refusal(body('limited'))).toMatchObject({ code: 'RATE_LIMITED' });
    [runs.world.maxConcurrentRuns, runs.world.unreachable] = [100, undefined];
    expect(runs.world.names.has('limited')).toBe(false);
  });

  test('because the name is taken', async () => {
    await launch(body('taken'));
    expect(await refusal(body('taken'))).toMatchObject({ code: 'CONFLICT' });
  });

  test('and one key makes one suite and one run for any number of requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => launch(body('keyed'), 'inline-key')));
    expect(new Set(answers.map(({ runId, suiteId }) => `${runId} ${suiteId}`)).size).toBe(1);
  });

  test('and a repetition with the same key completes a launch that was interrupted', async () => {
    const { runId, suiteId } = await launch(body('died'), 'died-key');
    await runs.db.pool.query('delete from runs where id = $1', [runId]);
    const again = await launch(body('died'), 'died-key');
    expect([again.suiteId, again.runId === runId]).toEqual([suiteId, false]);
  });
});

test('only the chosen cases run, with the overridden number of iterations', async () => {
  runs.world.suites.set('many', { cases: ['a', 'b', 'c'].map((id) => echoCase(id)) });
  const { runId } = await launch({ suiteId: 'many', caseIds: ['c', 'a'], iterationOverride: 2 });
  const { items } = await runs.call(operations.listEvalRunIterations, { runId });
  expect(items.map((each) => each.testCaseId)).toEqual(['a', 'a', 'c', 'c']);
});

test('one idempotency key makes one run, also when two requests race', async () => {
  runs.world.suites.set('once', { cases: [echoCase('a')] });
  const answers = await Promise.all([
    launch({ suiteId: 'once' }, 'k1'),
    launch({ suiteId: 'once' }, 'k1'),
    launch({ suiteId: 'once', idempotencyKey: 'k1' }),
  ]);
  expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1);
  expect(answers.filter(({ deduped }) => deduped)).toHaveLength(2);
  expect((await launch({ suiteId: 'once' }, ' ')).runId).not.toBe(answers[0].runId);
});

describe('an idempotency key of a launch', () => {
  beforeAll(() => {
    runs.world.suites.set('keyed', { cases: [echoCase('a')] });
  });
  const age = (runId: string, hours: number) =>
    runs.db.pool.query(`update runs set created_at = now() - make_interval(hours => $2) where id = $1`, [runId, hours]);

  test('is refused for another launch, but secrets and its place do not make another one', async () => {
    const { runId } = await launch({ suiteId: 'keyed', notes: 'one', modelApiKeys: { openai: 'sk-1' } }, 'k2');
    expect(
      await launch({ notes: 'one', suiteId: 'keyed', modelApiKeys: { openai: 'sk-2' }, idempotencyKey: 'k2' }),
    ).toMatchObject({ runId, deduped: true });
    const refused = { code: 'CONFLICT', details: { reason: 'IDEMPOTENCY_CONFLICT', runId } };
    await expect(launch({ suiteId: 'keyed', notes: 'two' }, 'k2')).rejects.toMatchObject(refused);
    const atOnce = await Promise.allSettled([
      launch({ suiteId: 'keyed', notes: 'one' }, 'k3'),
      launch({ suiteId: 'keyed', notes: 'two' }, 'k3'),
    ]);
    expect(atOnce.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { details: { reason: 'IDEMPOTENCY_CONFLICT' } } },
    ]);
  });

  test("belongs to its caller: another caller's launch makes its own run", async () => {
    const { runId } = await launch({ suiteId: 'keyed' }, 'k4');
    const of = (userId: string) =>
      runs.call(
        operations.createEvalRun,
        { idempotencyKey: 'k4' },
        { suiteId: 'keyed', notes: userId },
        { ...testCaller, userId },
      );
    const bob = await of('usr_bob');
    expect([bob.runId === runId, (await of('usr_bob')).runId]).toEqual([false, bob.runId]);
  });

  test('is valid for a day, and then free for another launch', async () => {
    const first = await launch({ suiteId: 'keyed' }, 'k5');
    await age(first.runId, 23);
    expect(await launch({ suiteId: 'keyed' }, 'k5')).toMatchObject({ runId: first.runId, deduped: true });
    await age(first.runId, 24);
    const second = await launch({ suiteId: 'keyed', notes: 'new' }, 'k5');
    expect(second.runId).not.toBe(first.runId);
    expect(await launch({ suiteId: 'keyed', notes: 'new' }, 'k5')).toMatchObject({
      runId: second.runId,
      deduped: true,
    });
  });

  test('does not find the suite of another launch a day ago', async () => {
    const inline = (suiteName: string) =>
      launch({ suiteName, tests: [{ title: 'hello', steps: echoCase('x').steps }], serverIds: ['srv'] }, 'k6');
    const first = await inline('a day ago');
    await age(first.runId, 24);
    await expect(inline('a day ago')).rejects.toMatchObject({ code: 'CONFLICT', message: 'taken' });
    expect((await inline('today')).suiteId).not.toBe(first.suiteId);
  });
});

test('launches beyond the limit of the organization are refused until a run is over', async () => {
  runs.world.suites.set('limited', { cases: [echoCase('a')] });
  const other = { ...testCaller, organizationId: 'busy' };
  const start = () => runs.call(operations.createEvalRun, {}, { suiteId: 'limited' }, other);
  runs.world.maxConcurrentRuns = 1;
  const [first, second] = await Promise.allSettled([start(), start()]);
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
  const won = [first, second].find((each) => each.status === 'fulfilled');
  await expect(start()).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: {
      reason: 'CONCURRENT_RUN_LIMIT',
      limit: 'concurrentRuns',
      allowedValue: 1,
      currentValue: 1,
      maxConcurrentRuns: 1,
    },
    retryAfter: 5,
  });
  await runs.call(operations.cancelEvalRun, { runId: won!.value.runId }, {}, other);
  await expect(start()).resolves.toMatchObject({ status: 'pending' });
  runs.world.maxConcurrentRuns = 100;
});

describe('a launch is refused', () => {
  beforeAll(() => {
    runs.world.suites.set('plain', { cases: [echoCase('a')] });
    runs.world.suites.set('empty', { cases: [] });
    runs.world.suites.set('homeless', { cases: [echoCase('a')], suite: { serverIds: [] } });
    runs.world.suites.set('prompting', {
      cases: [echoCase('a', { steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }] })],
    });
    runs.world.suites.set('elsewhere', {
      cases: [echoCase('a', { steps: [{ id: 'c', kind: 'toolCall', serverName: 'other', toolName: 'x' }] })],
    });
    runs.world.servers.push({ ...runs.world.servers[0]!, id: 'off', name: 'off', enabled: false });
  });

  test.each([
    ['without a suite or tests', {}, 'VALIDATION_ERROR', '/tests'],
    [
      'with a suite and tests',
      { suiteId: 'plain', tests: [{ title: 't', steps: echoCase('a').steps }] },
      'VALIDATION_ERROR',
      '/tests',
    ],
    ['with an unknown field', { suiteId: 'plain', modle: 'x' }, 'VALIDATION_ERROR', '/modle'],
    ['with an unknown server', { suiteId: 'plain', serverIds: ['srv', 'nope'] }, 'VALIDATION_ERROR', '/serverIds/1'],
    ['with an unknown case', { suiteId: 'plain', caseIds: ['a', 'z'] }, 'VALIDATION_ERROR', '/caseIds/1'],
    [
      'with an environment, as none is attached',
      { suiteId: 'plain', environmentId: 'env' },
      'VALIDATION_ERROR',
      '/environmentId',
    ],
    ['with a model that is not hosted', { suiteId: 'prompting', model: 'openai/gpt-9' }, 'VALIDATION_ERROR', '/model'],
    ['with a prompt and no model', { suiteId: 'prompting' }, 'VALIDATION_ERROR', '/model'],
    [
      'with a percent that looks like a fraction',
      { suiteId: 'plain', passCriteria: { minimumPassRate: 0.9 } },
      'VALIDATION_ERROR',
      '/passCriteria/minimumPassRate',
    ],
    ['when a step names a server that does not take part', { suiteId: 'elsewhere' }, 'VALIDATION_ERROR', '/serverIds'],
    ['when the suite has no servers', { suiteId: 'homeless' }, 'VALIDATION_ERROR', '/serverIds'],
  ])('%s, and the refusal names the field', async (_, body, code, path) => {
    expect(await refusal(body)).toMatchObject({ code, details: { issues: [expect.objectContaining({ path })] } });
  });

  test.each([
    ['for an unknown suite', { suiteId: 'nope' }, 'NOT_FOUND'],
    ['for a suite without cases', { suiteId: 'empty' }, 'CONFLICT'],
    ['with a server that is switched off', { suiteId: 'plain', serverIds: ['off'] }, 'CONFLICT'],
  ])('%s', async (_, body, code) => expect(await refusal(body)).toMatchObject({ code }));

  test('with a reason that a program can read', async () => {
    expect((await refusal({ suiteId: 'homeless' })).details).toMatchObject({
      reason: 'NO_SAVED_SERVER_SELECTION',
      suiteId: 'homeless',
    });
    expect((await refusal({ suiteId: 'plain', environmentId: 'env' })).details).toMatchObject({
      reason: 'ENVIRONMENT_NOT_ATTACHED',
      environmentIds: [],
    });
    expect((await refusal({ suiteId: 'prompting', model: 'x/y' })).details).toMatchObject({
      hostedModels: ['scripted/rules'],
    });
  });

  test('when a server cannot be reached, and nothing is written', async () => {
    const before = await runs.db.pool.query('select count(*) from runs');
    runs.world.unreachable = new Problem('SERVER_UNREACHABLE', 'down');
    expect(await refusal({ suiteId: 'plain' })).toMatchObject({ code: 'SERVER_UNREACHABLE' });
    runs.world.unreachable = undefined;
    expect((await runs.db.pool.query('select count(*) from runs')).rows).toEqual(before.rows);
  });
});

test('a run of another project is not found', async () => {
  runs.world.suites.set('mine', { cases: [echoCase('a')] });
  const { runId } = await launch({ suiteId: 'mine' });
  const stranger = { ...testCaller, projectId: 'other' };
  const onRun: Operation[] = [operations.getEvalRun, operations.listEvalRunIterations, operations.cancelEvalRun];
  for (const operation of onRun) {
    await expect(runs.call(operation, { projectId: 'other', runId }, {}, stranger)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(runs.call(operation, { projectId: 'prj', runId }, {}, stranger)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
});

test("a suite's runs are listed newest first, page by page without gap or overlap", async () => {
  runs.world.suites.set('listed', { cases: [echoCase('a')] });
  const made: string[] = [];
  for (let i = 0; i < 5; i++) made.unshift((await launch({ suiteId: 'listed' })).runId);
  await runs.db.pool.query(`update runs set created_at = '2026-01-01' where suite_id = 'listed'`);
  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page: { items: { id: string }[]; nextCursor?: string } = await runs.call(
      operations.listEvalSuiteRuns,
      { suiteId: 'listed' },
      { limit: '2', ...(cursor && { cursor }) },
    );
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    if (!cursor) break;
  }
  expect(seen).toEqual([...made].sort().reverse());
  await expect(runs.call(operations.listEvalSuiteRuns, { suiteId: 'nope' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

/** The statements of the transactions in which launches take their locks, which `work` makes. */
async function statementsOfLaunches(work: () => Promise<unknown>): Promise<string[]> {
  const client = await runs.db.pool.connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const { query } = prototype;
  const sent = new Map<unknown, string[]>();
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [asked] = args as [string | { text: string }];
    const texts = sent.get(this) ?? [];
    sent.set(this, [...texts, typeof asked === 'string' ? asked : asked.text]);
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return [...sent.values()].flatMap((texts) => {
    const locked = texts.findIndex((text) => text.includes(`hashtext('launch')`));
    return locked < 0 ? [] : texts.slice(texts.lastIndexOf('begin', locked), texts.indexOf('commit', locked) + 1);
  });
}

test.each([1, 300])('the transaction of a launch has nine statements with %i cases', async (count) => {
  const cases = Array.from({ length: count }, (_, n) => echoCase(`case_${n}`));
  runs.world.suites.set(`of_${count}`, { cases });
  runs.world.maxConcurrentRuns = 1_000;
  const statements = await statementsOfLaunches(() => launch({ suiteId: `of_${count}` }));
  expect([statements[0], statements.length, statements.at(-1)]).toEqual(['begin', 9, 'commit']);
});

test('a run has one case variant for each case and model, with the number of its trials', async () => {
  const models = [{ model: 'scripted/rules' }, { model: 'scripted/more' }];
  runs.world.suites.set('variants', { cases: [echoCase('a', { iterations: 2 }), promptCase('b', { models })] });
  runs.world.maxConcurrentRuns = 1_000;
  runs.world.models.hostedModels = ['scripted/rules', 'scripted/more'];
  const { runId } = await launch({ suiteId: 'variants' });
  const { rows: variants } = await runs.db.pool.query(
    `select case_id, case_position, model, position, trials, open from run_variants where run_id = $1 order by position`,
    [runId],
  );
  expect(variants.map(({ case_id, case_position, trials, open }) => [case_id, case_position, trials, open])).toEqual([
    ['a', 0, 2, 2],
    ['b', 1, 1, 1],
    ['b', 1, 1, 1],
  ]);
  expect(new Set(variants.map(({ model }) => model as string | null)).size).toBe(3);
});

test('runs that are launched at the same time get successive numbers of their suite', async () => {
  runs.world.suites.set('numbered', { cases: [echoCase('a')] });
  const launches = Array.from({ length: 4 }, () => launch({ suiteId: 'numbered' }));
  const numbers = (await Promise.all(launches)).map(({ runNumber }) => runNumber);
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
});
