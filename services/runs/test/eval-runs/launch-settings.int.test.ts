import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { waitUntil } from '@assay/testkit/until';
import { testCaller, echoCase, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns({ browserRunners: true });
  runs.world.suites.set('plain', { cases: [echoCase('a')] });
  runs.world.suites.set('graded', {
    cases: [echoCase('a', { iterations: 2 }), echoCase('b', { iterations: 2 })],
    suite: { caseGrading: { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 } },
  });
  runs.world.suites.set('counted', {
    cases: [echoCase('a', { iterations: 5 })],
    suite: { caseGrading: { minEligibleTrials: 3, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 } },
  });
  runs.world.suites.set('asking', {
    cases: [echoCase('a', { steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }] })],
    suite: { model: 'scripted/rules', systemPrompt: 'Be brief.', temperature: 0.2 },
  });
  await runs.db.pool
    .query(`insert into cassettes (id, project_id, suite_id, run_id, name, version, format, content_hash, calls, bytes, cut, summary, body)
    select 'tape_' || project, project, 'plain', 'run_' || project, 'tape', row_number() over (), 1, 'h', 1, 1, false, '{}', '' from unnest(array['prj', 'other']) as project`);
});
afterAll(() => runs.close());

const launch = (body: object, more: object = {}) =>
  runs.call(operations.createEvalRun, more, body, { ...testCaller, keyId: 'key_1' });
const refusal = (body: object) =>
  launch(body).then(
    (answer) => {
      throw new Error(`was accepted: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );
const read = (runId: string) => runs.call(operations.getEvalRun, { runId });
const leased = (runId: string) =>
  waitUntil(async () => {
    const items = (await runs.lease('r')).filter((item) => item.runId === runId);
    return items.length > 0 && items;
  });

describe('a launch is refused', () => {
  test.each([
    ['that stops early without grading per case', { suiteId: 'plain', earlyStopping: {} }, '/earlyStopping'],
    [
      'that stops early although a number of trials is required',
      { suiteId: 'counted', earlyStopping: {} },
      '/earlyStopping',
    ],
    [
      'that is too sure of itself',
      { suiteId: 'graded', earlyStopping: { errorRate: 0.0001 } },
      '/earlyStopping/errorRate',
    ],
    ['that replays nothing in particular', { suiteId: 'plain', cassette: { mode: 'replay' } }, '/cassette/cassetteId'],
    [
      'that replays writes of nothing in particular',
      { suiteId: 'plain', cassette: { mode: 'replayWrites' } },
      '/cassette/cassetteId',
    ],
    [
      'that records over a cassette',
      { suiteId: 'plain', cassette: { mode: 'record', cassetteId: 'tape_prj' } },
      '/cassette/cassetteId',
    ],
    ['with steps without an end', { suiteId: 'plain', maxSteps: 51 }, '/maxSteps'],
    ['with an unknown approval', { suiteId: 'plain', toolApproval: 'always' }, '/toolApproval'],
    ['of a client that is not attached', { suiteId: 'plain', namedHostId: 'host' }, '/namedHostId'],
    [
      'of a new suite with two clients and no choice',
      {
        suiteName: 's',
        tests: [{ title: 't', steps: echoCase('a').steps }],
        serverIds: ['srv'],
        hosts: [{ host: 'a' }, { host: 'b' }],
      },
      '/namedHostId',
    ],
    [
      'of a new suite in a group',
      { suiteName: 's', tests: [{ title: 't', steps: echoCase('a').steps }], serverIds: ['srv'], runGroupId: 'group' },
      '/runGroupId',
    ],
    ['of an environment with servers', { suiteId: 'plain', environmentId: 'env', serverIds: ['srv'] }, '/serverIds'],
    ['with another word about skills', { suiteId: 'plain', skillsOverride: 'include' }, '/skillsOverride'],
  ])('%s', async (_, body, path) =>
    expect(await refusal(body)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [expect.objectContaining({ path })] },
    }),
  );

  test.each([
    [
      'with a client that the project has not',
      { suiteId: 'plain', hosts: [{ host: 'Desktop' }] },
      { client: 'Desktop' },
    ],
    [
      'with a client that a new suite would have',
      {
        suiteName: 's',
        tests: [{ title: 't', steps: echoCase('a').steps }],
        serverIds: ['srv'],
        hosts: [{ host: 'Desktop' }],
      },
      { client: 'Desktop' },
    ],
    ['in a group that is not there', { suiteId: 'plain', runGroupId: 'group_nowhere' }, undefined],
    [
      'with a cassette that is not there',
      { suiteId: 'plain', cassette: { mode: 'replay', cassetteId: 'nowhere' } },
      undefined,
    ],
    [
      "with another project's cassette",
      { suiteId: 'plain', cassette: { mode: 'replay', cassetteId: 'tape_other' } },
      undefined,
    ],
  ])('%s: not found', async (_, body, details) =>
    expect(await refusal(body)).toMatchObject({ code: 'NOT_FOUND', details }),
  );

  test('for the first of many faults', async () => {
    const [limit, servers] = [runs.world.maxConcurrentRuns, runs.world.unreachable];
    [runs.world.maxConcurrentRuns, runs.world.unreachable] = [0, new Problem('SERVER_UNREACHABLE', 'down')];
    const faulty: Record<string, unknown> = {
      suiteId: 'gone',
      cassette: { mode: 'replay' },
      model: 'no/model',
      environmentId: 'env',
      serverIds: ['nope'],
    };
    const next = async (mend: object) => {
      const { code, details } = await refusal(Object.assign(faulty, mend));
      return [code, (details?.issues as { path: string }[] | undefined)?.[0]?.path ?? details?.reason];
    };
    expect(await next({})).toEqual(['VALIDATION_ERROR', '/cassette/cassetteId']);
    expect(await next({ cassette: { mode: 'record' } })).toEqual(['VALIDATION_ERROR', '/model']);
    expect(await next({ model: 'scripted/rules' })).toEqual(['NOT_FOUND', undefined]);
    expect(await next({ suiteId: 'plain' })).toEqual(['VALIDATION_ERROR', '/serverIds']);
    expect(await next({ environmentId: undefined })).toEqual(['VALIDATION_ERROR', '/serverIds/0']);
    expect(await next({ serverIds: undefined })).toEqual(['RATE_LIMITED', 'CONCURRENT_RUN_LIMIT']);
    runs.world.maxConcurrentRuns = limit;
    expect(await next({})).toEqual(['SERVER_UNREACHABLE', undefined]);
    runs.world.unreachable = servers;
  });
});

test("the launch's and the suite's settings for turns reach the runner", async () => {
  const { runId } = await launch({
    suiteId: 'asking',
    toolApproval: 'readOnly',
    maxSteps: 3,
    skillsOverride: 'exclude',
    refreshSnapshot: true,
  });
  const [item] = await leased(runId);
  expect(JSON.parse(item!.spec.toString()).execution).toEqual({
    systemPrompt: 'Be brief.',
    temperature: 0.2,
    toolApproval: 'readOnly',
    maxSteps: 3,
  });
});

test('the default lets every call be made, in up to twenty steps', async () => {
  const { runId } = await launch({ suiteId: 'plain' });
  const [item] = await leased(runId);
  expect(JSON.parse(item!.spec.toString()).execution).toEqual({ toolApproval: 'auto', maxSteps: 20 });
});

test('early stopping tries every case once before any again, with error rates in the run', async () => {
  const { runId } = await launch({ suiteId: 'graded', earlyStopping: { margin: 0.2 } });
  expect(await read(runId)).toMatchObject({ earlyStopping: { errorRate: 0.05, margin: 0.2 } });
  const items = await leased(runId);
  expect(items.map((item) => `${JSON.parse(item.case.toString()).id}${item.iterationNumber}`)).toEqual([
    'a1',
    'b1',
    'a2',
    'b2',
  ]);
});

test('a launch connects to a server unless it answered one within the last minute', async () => {
  const own = { ...runs.world.servers[0]!, id: 'own', name: 'own' };
  runs.world.servers.push(own);
  const steps = [{ id: 'c', kind: 'toolCall' as const, serverName: 'own', toolName: 't', arguments: {} }];
  runs.world.suites.set('own', { cases: [echoCase('a', { steps })], suite: { serverIds: ['own'] } });
  const connections = async () => {
    runs.world.connected.length = 0;
    await launch({ suiteId: 'own' }).catch(() => undefined);
    return runs.world.connected.length;
  };
  runs.world.unreachable = new Problem('SERVER_UNREACHABLE', 'down');
  expect([await connections(), await connections()]).toEqual([1, 1]);
  runs.world.unreachable = undefined;
  expect([await connections(), await connections()]).toEqual([1, 0]);
  own.sealedCredentials = Buffer.from('others');
  expect([await connections(), await connections()]).toEqual([1, 0]);
});

test('a replay connects to no server, and names its cassette', async () => {
  runs.world.unreachable = new Problem('SERVER_UNREACHABLE', 'down');
  const { runId } = await launch({ suiteId: 'plain', cassette: { mode: 'replay', cassetteId: 'tape_prj' } });
  expect(await refusal({ suiteId: 'plain', cassette: { mode: 'replayWrites', cassetteId: 'tape_prj' } })).toMatchObject(
    { code: 'SERVER_UNREACHABLE' },
  );
  runs.world.unreachable = undefined;
  expect(await read(runId)).toMatchObject({ cassette: { mode: 'replay', cassetteId: 'tape_prj' } });
});

test('a run that records reads every declaration, even if no check needs it', async () => {
  const { runId } = await launch({ suiteId: 'plain', cassette: { mode: 'record' } });
  expect(await leased(runId)).toMatchObject([{ needsInventory: true }]);
});

test('a run needs the labels of all its servers, and does not connect to them at launch', async () => {
  const labelled = (id: string, runnerLabels: string[], more: Partial<SavedServer> = {}) => ({
    ...runs.world.servers[0]!,
    id,
    name: id,
    runnerLabels,
    ...more,
  });
  runs.world.servers.push(labelled('vpn', ['office', 'gpu']), labelled('program', ['office'], { transport: 'stdio' }));
  runs.world.unreachable = new Problem('SERVER_UNREACHABLE', 'down');
  runs.world.suites.set('inside', {
    cases: [echoCase('a', { steps: [{ id: 'c', kind: 'toolCall', serverName: 'vpn', toolName: 't', arguments: {} }] })],
    suite: { serverIds: ['vpn', 'program'] },
  });
  const { runId } = await launch({ suiteId: 'inside' });
  runs.world.unreachable = undefined;
  expect((await runs.db.pool.query('select runner_labels from runs where id = $1', [runId])).rows).toEqual([
    { runner_labels: ['gpu', 'office', 'stdio'] },
  ]);
});

test('a launch connects to a command first, and is refused when no runner can start it', async () => {
  runs.world.servers.push({ ...runs.world.servers[0]!, id: 'started', name: 'started', transport: 'stdio' });
  runs.world.suites.set('started', { cases: [echoCase('a')], suite: { serverIds: ['srv', 'started'] } });
  runs.world.unreachable = new Problem(
    'FEATURE_NOT_SUPPORTED',
    'No runner that may start commands (label stdio) took the request.',
  );
  expect(await refusal({ suiteId: 'started' })).toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
  runs.world.unreachable = undefined;
  const { runId } = await launch({ suiteId: 'started' });
  expect((await runs.db.pool.query('select runner_labels from runs where id = $1', [runId])).rows).toEqual([
    { runner_labels: ['stdio'] },
  ]);
});

test('a run has its launcher, from the readable parts of the headers', async () => {
  const ofCli = await launch(
    { suiteId: 'plain' },
    { launcher: '{"kind":"cli","client":"assay","version":"1"}', ci: '{"branch":"main","runId":"7","token":"x"}' },
  );
  expect(await read(ofCli.runId)).toMatchObject({
    source: 'api',
    launcher: { kind: 'cli', client: 'assay', version: '1' },
    ciMetadata: { branch: 'main', pipelineId: '7' },
    attribution: { surface: 'cli', apiKeyId: 'key_1' },
  });
  const plain = await read((await launch({ suiteId: 'plain' }, { launcher: '{"kind":"browser"}', ci: 'main' })).runId);
  expect(plain.attribution).toEqual({ surface: 'rest', apiKeyId: 'key_1' });
  for (const key of [
    'launcher',
    'ciMetadata',
    'usage',
    'stopped',
    'runGroupId',
    'rerunOfRunId',
    'cassette',
    'earlyStopping',
  ])
    expect(plain).not.toHaveProperty(key);
});

test('the judge and the gate are frozen with the suite', async () => {
  runs.world.suites.set('gated', { cases: [echoCase('a')], suite: { gate: Buffer.from('{"minimumPassRate":0.9}') } });
  const { runId } = await launch({ suiteId: 'gated' });
  expect((await runs.db.pool.query('select spec from runs where id = $1', [runId])).rows).toMatchObject([
    { spec: { judge: { enabled: true, model: null, autoRun: false, threshold: 0.7 }, gate: { minimumPassRate: 0.9 } } },
  ]);
});

test('a run with a pending judgement still takes a slot of the organization', async () => {
  const { runId } = await launch({ suiteId: 'plain' });
  await runs.db.pool.query(`update runs set status = 'cancelled' where id <> $1`, [runId]);
  await runs.db.pool.query(
    `
    insert into judgements (id, run_id, number, gating, standing, model, threshold, judge_version, total) values ($1, $1, 1, true, 'measured', 'scripted/rules', 0.7, 'v', 1)`,
    [runId],
  );
  await runs.db.pool.query(
    `update runs set status = 'grading', grading_until = now() + interval '1 min' where id = $1`,
    [runId],
  );
  runs.world.maxConcurrentRuns = 1;
  expect(await refusal({ suiteId: 'plain' })).toMatchObject({
    code: 'RATE_LIMITED',
    details: {
      reason: 'CONCURRENT_RUN_LIMIT',
      limit: 'concurrentRuns',
      allowedValue: 1,
      currentValue: 1,
      maxConcurrentRuns: 1,
    },
  });
  runs.world.maxConcurrentRuns = 100;
});

describe('a run whose cases need a browser', () => {
  const step = (serverName: string) => ({
    id: 'c',
    kind: 'toolCall' as const,
    serverName,
    toolName: 't',
    arguments: {},
  });
  const shown = { id: 'a', kind: 'assert' as const, assertion: { type: 'widgetRendered' as const } };
  const silent = { id: 'a', kind: 'assert' as const, assertion: { type: 'noToolErrors' as const } };

  test.each<[string, FrozenCase['steps'], { cassetteId?: string }, string[], boolean]>([
    ['goes to a runner with one', [step('everything'), shown], {}, ['browser'], true],
    ['as one of all does', [step('everything')], {}, ['browser'], true],
    ['goes to the runner that its server asks for', [step('lab'), shown], {}, ['lab'], true],
    ['needs none where it is replayed', [step('everything'), shown], { cassetteId: 'tape_prj' }, [], false],
    ['is another one than one without widgets', [step('everything'), silent], {}, [], false],
  ])('%s', async (_, steps, cassette, labels, needsBrowser) => {
    runs.world.servers = [
      ...runs.world.servers.filter(({ id }) => id !== 'lab'),
      { ...runs.world.servers[0]!, id: 'lab', name: 'lab', runnerLabels: ['lab'] },
    ];
    const serverIds = labels.includes('lab') ? ['lab'] : ['srv'];
    runs.world.suites.set('shown', { cases: [echoCase('a', { steps })], suite: { serverIds } });
    const { runId } = await launch({
      suiteId: 'shown',
      ...(cassette.cassetteId !== undefined && { cassette: { mode: 'replay', ...cassette } }),
    });
    const { rows } = await runs.db.pool.query(
      'select runner_labels, needs_browser from runs r join run_cases c on c.run_id = r.id where r.id = $1',
      [runId],
    );
    expect(rows).toEqual([{ runner_labels: labels, needs_browser: needsBrowser }]);
  });
});
