import { randomBytes } from 'node:crypto';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { operations } from '@assay/contract/operations';
import { type Problem, unavailable } from '@assay/contract/problem';
import { bundleOfClient, bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { listRuns } from '../../src/store/eval-runs/runs.ts';
import { echoCase, openRuns, promptCase } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
const attachedClient = (id: string, serverIds?: string[]) => ({
  id,
  name: id,
  serverIds: serverIds ?? [],
  limitsServers: serverIds !== undefined,
});
const asks = promptCase('asks', { models: [] });
const skill = { skillId: 'skill', name: 'refunds', description: 'Refunds.', contentHash: 'aa', text: 'Be kind.' };
const plugin = { pluginId: 'plugin', pluginVersionId: 'plugin_v1', name: 'files', bundleHash: 'bb' };

beforeAll(async () => {
  runs = await openRuns();
  const { suites, bundles, servers, models } = runs.world;
  servers.push({ ...servers[0]!, id: 'srv2', name: 'second' });
  models.hostedModels = ['scripted/rules', 'scripted/other', 'scripted/env'];
  for (const id of ['env_a', 'env_b'])
    bundles.environments.set(
      id,
      bundleOfEnvironment(id, id, {
        effectiveModelId: 'scripted/env',
        modelSource: 'environment',
        config: { systemPrompt: `You are ${id}.`, temperature: 0.1, hostStyle: 'claude' },
        servers: [
          { id: 'srv', name: 'everything', isOptional: false },
          { id: 'srv2', name: 'second', isOptional: true },
          {
            id: 'plugin_srv',
            name: 'declared',
            isOptional: false,
            pluginVersionId: 'plugin_v1',
            declaration: { command: 'node', args: ['server.js'] },
          },
        ],
        pluginVersions: [plugin],
        skills: [skill],
      }),
    );
  bundles.environments.set('env_adhoc', bundleOfEnvironment('env_adhoc', null));
  bundles.environments.set('env_off', unlaunchableProblem('ENV_ARCHIVED'));
  bundles.clients.push(
    bundleOfClient('desk', 'Desktop', { systemPrompt: 'You are a desk.', modelId: 'scripted/other' }),
    bundleOfClient('edit', 'Editor', { harness: 'codex' }),
  );
  const suite = { systemPrompt: 'You are a suite.', temperature: 0.9, model: 'scripted/rules' };
  const cases = [echoCase('a'), asks];
  suites.set('plain', { cases, suite });
  suites.set('bare', { cases, suite: { ...suite, serverIds: [] } });
  suites.set('one', { cases, suite: { ...suite, environmentIds: ['env_a'] } });
  suites.set('two', { cases, suite: { ...suite, environmentIds: ['env_a', 'env_b'] } });
  suites.set('off', { cases, suite: { ...suite, environmentIds: ['env_off'] } });
  suites.set('desk', {
    cases: [asks],
    suite: { ...suite, clients: [attachedClient('desk', ['srv'])], serverIds: ['srv', 'srv2'] },
  });
  suites.set('desks', { cases, suite: { ...suite, clients: [attachedClient('desk'), attachedClient('edit')] } });
  suites.set('left', { cases, suite: { ...suite, clients: [attachedClient('desk', ['gone', 'srv'])] } });
  suites.set('none_left', { cases, suite: { ...suite, clients: [attachedClient('desk', ['gone'])] } });
  suites.set('cases', { cases: [promptCase('own')], suite: { ...suite, environmentIds: ['env_a'] } });
});
afterAll(() => runs.close());
beforeEach(() => {
  const { bundles, attachedClients, connected } = runs.world;
  bundles.resolved.length = attachedClients.length = connected.length = 0;
});

const launch = (body: CreateEvalRun) => runs.call(operations.createEvalRun, {}, body);
const refusal = (body: CreateEvalRun) =>
  launch(body).then(
    (answer) => {
      throw new Error(`was accepted: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );
const read = (runId: string) => runs.call(operations.getEvalRun, { runId });
const specOf = async (runId: string): Promise<RunSpec> =>
  (await runs.db.pool.query<{ spec: RunSpec }>('select spec from runs where id = $1', [runId])).rows[0]!.spec;

const tests = [{ title: 'new', steps: echoCase('a').steps }];
const fresh = { suiteName: 's', tests, serverIds: ['srv'] };

describe('a launch is refused', () => {
  const envs = ['env_a', 'env_b'];
  test.each<[string, CreateEvalRun, string, string, object]>([
    [
      'with servers and an environment',
      { suiteId: 'two', environmentId: 'env_a', serverIds: ['srv'] },
      'VALIDATION_ERROR',
      '/serverIds',
      { reason: 'ENVIRONMENT_SERVERS_NOT_OVERRIDABLE' },
    ],
    [
      'with servers of a suite with an environment',
      { suiteId: 'one', serverIds: ['srv'] },
      'VALIDATION_ERROR',
      '/serverIds',
      { reason: 'ENVIRONMENT_SERVERS_NOT_OVERRIDABLE' },
    ],
    [
      'without one of several environments',
      { suiteId: 'two' },
      'VALIDATION_ERROR',
      '/environmentId',
      { reason: 'ENVIRONMENT_REQUIRED', environmentIds: envs },
    ],
    [
      'with an environment that is not attached',
      { suiteId: 'one', environmentId: 'env_b' },
      'VALIDATION_ERROR',
      '/environmentId',
      { reason: 'ENVIRONMENT_NOT_ATTACHED', environmentId: 'env_b', environmentIds: ['env_a'] },
    ],
    [
      'with an ad-hoc environment outside of a group',
      { suiteId: 'plain', environmentId: 'env_adhoc' },
      'VALIDATION_ERROR',
      '/environmentId',
      { reason: 'ENVIRONMENT_NOT_ATTACHED' },
    ],
    [
      'without any server',
      { suiteId: 'bare' },
      'VALIDATION_ERROR',
      '/serverIds',
      { reason: 'NO_SAVED_SERVER_SELECTION', suiteId: 'bare' },
    ],
    [
      'with a client beside the environment',
      { suiteId: 'one', namedHostId: 'desk' },
      'VALIDATION_ERROR',
      '/namedHostId',
      {},
    ],
    [
      'with clients beside the environment',
      { suiteId: 'one', hosts: [{ host: 'desk' }] },
      'VALIDATION_ERROR',
      '/hosts',
      {},
    ],
    [
      'with a client that is not attached',
      { suiteId: 'desk', namedHostId: 'edit' },
      'VALIDATION_ERROR',
      '/namedHostId',
      { reason: 'HOST_NOT_ATTACHED', namedHostId: 'edit', namedHostIds: ['desk'] },
    ],
    [
      'with a client that is not among its own',
      { suiteId: 'plain', hosts: [{ host: 'Editor' }, { host: 'client_default' }], namedHostId: 'desk' },
      'VALIDATION_ERROR',
      '/namedHostId',
      { reason: 'HOST_NOT_ATTACHED' },
    ],
    [
      'without one of several clients',
      { suiteId: 'desks' },
      'VALIDATION_ERROR',
      '/namedHostId',
      { reason: 'HOST_REQUIRED', namedHostIds: ['desk', 'edit'] },
    ],
    [
      'with a client whose servers the suite does not have any more',
      { suiteId: 'none_left' },
      'VALIDATION_ERROR',
      '/namedHostId',
      {},
    ],
    [
      'with a server that a client does not get',
      { ...fresh, hosts: [{ host: 'desk', servers: ['srv', 'srv2'] }] },
      'VALIDATION_ERROR',
      '/hosts/0/servers/1',
      {},
    ],
  ])('%s', async (_, body, code, path, details) => {
    expect(await refusal(body)).toMatchObject({
      code,
      details: { ...details, issues: [expect.objectContaining({ path })] },
    });
    expect(runs.world.connected).toEqual([]);
    expect(runs.world.attachedClients).toEqual([]);
  });

  test.each<[string, CreateEvalRun, object]>([
    [
      'when its environment cannot be launched',
      { suiteId: 'off' },
      { code: 'CONFLICT', details: { code: 'ENV_ARCHIVED' } },
    ],
    ['with an unknown client', { ...fresh, hosts: [{ host: 'Missing' }] }, { code: 'NOT_FOUND' }],
    [
      'with settings that no run here can give effect',
      { suiteId: 'desks', namedHostId: 'edit' },
      { code: 'FEATURE_NOT_SUPPORTED', details: { reason: 'HARNESS_UNAVAILABLE' } },
    ],
  ])('%s', async (_, body, problem) => {
    expect(await refusal(body)).toMatchObject(problem);
    expect(runs.world.connected).toEqual([]);
  });

  test('while the service environments is away', async () => {
    runs.world.bundles.away = unavailable('away');
    expect(await refusal({ suiteId: 'plain' })).toMatchObject({ code: 'UNAVAILABLE' });
    runs.world.bundles.away = undefined;
  });

  test('for a server of its environment that was switched off a moment ago', async () => {
    runs.world.servers[0]!.enabled = false;
    expect(await refusal({ suiteId: 'one' })).toMatchObject({
      code: 'CONFLICT',
      details: { code: 'ENV_SERVER_DISABLED', serverIds: ['srv'] },
    });
    runs.world.servers[0]!.enabled = true;
  });
});

test('the only environment of a suite is used, and the run keeps all of it', async () => {
  const { runId, environment, servers } = await launch({ suiteId: 'one' });
  expect(environment).toEqual({ id: 'env_a', name: 'env_a', revision: 1 });
  expect(servers).toEqual([
    { id: 'srv', name: 'everything' },
    { id: 'srv2', name: 'second', isOptional: true },
    { id: 'plugin_srv', name: 'declared', pluginVersionId: 'plugin_v1' },
  ]);
  const recorded = {
    environment: { id: 'env_a', name: 'env_a', revision: 1 },
    client: {
      id: 'client_env_a',
      name: 'client of env_a',
      source: 'environment',
      hostStyle: 'claude',
      modelId: 'scripted/env',
    },
    clientVersion: { configId: 'config_client_env_a', versionId: 'version_client_env_a', versionNumber: 1 },
    modelSource: 'client_default',
    effectiveModelId: 'scripted/env',
    plugins: [plugin],
  };
  expect(await read(runId)).toMatchObject(recorded);
  expect(await read(runId)).not.toHaveProperty('clientConfig');
  expect(await specOf(runId)).toMatchObject({
    execution: { systemPrompt: 'You are env_a.', temperature: 0.1 },
    clientConfig: { systemPrompt: 'You are env_a.', hostStyle: 'claude' },
    skills: [skill],
    declaredServers: [{ id: 'plugin_srv', declaration: { command: 'node', args: ['server.js'] } }],
  });
  // One request more than for a saved selection of servers has none: both resolve once.
  expect(runs.world.bundles.resolved).toHaveLength(1);
  expect(runs.world.connected).toEqual(['srv']);
  expect(runs.world.connectedAs.at(-1)).toMatchObject({ systemPrompt: 'You are env_a.', hostStyle: 'claude' });
  runs.world.bundles.environments.set(
    'env_a',
    bundleOfEnvironment('env_a', 'renamed', { environment: { id: 'env_a', name: 'renamed', revision: 2 } }),
  );
  expect(await read(runId)).toMatchObject(recorded);
  runs.world.bundles.environments.delete('env_a');
  expect(await read(runId)).toMatchObject(recorded);
  runs.world.bundles.environments.set('env_a', {
    ...bundleOfEnvironment('env_a', 'env_a'),
    effectiveModelId: 'scripted/env',
  });
});

test.each<[string, CreateEvalRun, object]>([
  ['a model of a case', { suiteId: 'cases' }, { modelSource: 'case', effectiveModelId: 'scripted/rules' }],
  ['the environment', { suiteId: 'one' }, { modelSource: 'client_default', effectiveModelId: 'scripted/env' }],
  [
    'the launch',
    { suiteId: 'one', model: 'scripted/other' },
    { modelSource: 'override', effectiveModelId: 'scripted/other' },
  ],
  ['the attached client', { suiteId: 'desk' }, { modelSource: 'client_default', effectiveModelId: 'scripted/other' }],
  [
    'the suite, before the default client',
    { suiteId: 'plain' },
    { modelSource: 'client_default', effectiveModelId: 'scripted/rules' },
  ],
])('the model of a run comes from %s', async (_, body, expected) =>
  expect(await read((await launch(body)).runId)).toMatchObject(expected),
);

test('an attached client is used with its servers, and the servers of a launch have precedence', async () => {
  const { runId, servers } = await launch({ suiteId: 'desk' });
  expect(servers).toEqual([{ id: 'srv', name: 'everything' }]);
  expect(await read(runId)).toMatchObject({
    environment: null,
    client: { id: 'desk', name: 'Desktop', source: 'attached_host', hostStyle: 'assay', modelId: 'scripted/other' },
  });
  expect((await specOf(runId)).execution).toMatchObject({ systemPrompt: 'You are a desk.', temperature: 0.9 });
  expect((await launch({ suiteId: 'desk', serverIds: ['srv2'] })).servers).toEqual([{ id: 'srv2', name: 'second' }]);
  expect((await launch({ suiteId: 'left' })).servers).toEqual([{ id: 'srv', name: 'everything' }]);
  expect(runs.world.bundles.resolved.map(({ client }) => client)).toEqual(['desk', 'desk', 'desk']);
});

test('without a client the default client is used, and what the suite says has precedence', async () => {
  const { runId } = await launch({ suiteId: 'plain' });
  expect(await read(runId)).toMatchObject({
    client: { id: 'client_default', name: 'Default', source: 'suite_default', modelId: 'scripted/rules' },
  });
  expect((await specOf(runId)).execution).toMatchObject({ systemPrompt: 'You are a suite.', temperature: 0.9 });
  expect(runs.world.bundles.resolved).toMatchObject([{ defaultClient: true, withoutServers: true }]);
});

test('clients of a launch are attached to its suite before the run is written', async () => {
  const { runId } = await launch({
    suiteId: 'plain',
    hosts: [{ host: 'desktop' }, { host: 'edit' }],
    namedHostId: 'desk',
  });
  expect(await read(runId)).toMatchObject({ client: { id: 'desk', source: 'attached_host' } });
  expect(runs.world.attachedClients).toEqual([
    {
      projectId: 'prj',
      suiteId: 'plain',
      clients: [
        { client: 'desktop', serverIds: [], limitsServers: false },
        { client: 'edit', serverIds: [], limitsServers: false },
      ],
    },
  ]);
});

test('a client that a launch names by id keeps the servers that the launch gives it by name', async () => {
  const launchWith = (servers: string[]) =>
    launch({ suiteId: 'desk', hosts: [{ host: 'desktop', servers }, { host: 'edit' }], namedHostId: 'desk' });
  expect((await launchWith(['srv2'])).servers).toEqual([{ id: 'srv2', name: 'second' }]);
  await expect(launchWith(['srv3'])).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [expect.objectContaining({ path: '/hosts/0/servers/0' })] },
  });
});

test('a client of the suite keeps its servers when a launch names it in any case', async () => {
  const { runId, servers } = await launch({ suiteId: 'desk', namedHostId: 'DESKTOP' });
  expect(servers).toEqual([{ id: 'srv', name: 'everything' }]);
  expect(await read(runId)).toMatchObject({ client: { id: 'desk', name: 'Desktop', source: 'attached_host' } });
  expect(await refusal({ suiteId: 'desk', namedHostId: 'editor' })).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { reason: 'HOST_NOT_ATTACHED', namedHostId: 'editor', namedHostIds: ['desk'] },
  });
  expect(await refusal({ suiteId: 'desk', namedHostId: 'Missing' })).toMatchObject({ code: 'NOT_FOUND' });
});

test('a launch does not connect to a server that its client can do without', async () => {
  const { servers, bundles, suites, connected } = runs.world;
  servers.push(...['needed', 'optional'].map((id) => ({ ...servers[0]!, id, name: id })));
  bundles.clients.push(bundleOfClient('lax', 'Lax', { optionalServerIds: ['optional'] }));
  suites.set('lax', {
    cases: [asks],
    suite: { model: 'scripted/rules', serverIds: ['needed', 'optional'], clients: [attachedClient('lax')] },
  });
  expect((await launch({ suiteId: 'lax' })).servers).toEqual([
    { id: 'needed', name: 'needed' },
    { id: 'optional', name: 'optional', isOptional: true },
  ]);
  expect(connected).toEqual(['needed']);
});

test('a new suite gets the client of its launch', async () => {
  const { runId } = await launch({
    ...fresh,
    suiteName: 'with a client',
    hosts: [{ host: 'Desktop', servers: ['srv'] }],
  });
  expect(await read(runId)).toMatchObject({ client: { id: 'desk', source: 'attached_host' } });
  expect(runs.world.attachedClients).toEqual([]);
});

test('a list of runs leaves the skills of a run in the database', async () => {
  const text = randomBytes(100_000).toString('hex');
  runs.world.bundles.environments.set('env_b', bundleOfEnvironment('env_b', 'b', { skills: [{ ...skill, text }] }));
  const { runId } = await launch({ suiteId: 'two', environmentId: 'env_b' });
  const [listed] = await listRuns(runs.db.pool, 'prj', { suiteId: 'two' }, undefined, 1);
  const { skills, clientConfig, ...shown } = await specOf(runId);
  expect([skills, clientConfig]).toEqual([[{ ...skill, text }], expect.anything()]);
  expect(listed!.spec).toEqual(shown);
  const { items } = await runs.call(operations.listEvalRuns, {}, { suiteId: 'two' });
  expect(items).toMatchObject([{ id: runId, environment: { id: 'env_b' } }]);
});

test('skills are left out on request', async () => {
  const { runId } = await launch({ suiteId: 'one', skillsOverride: 'exclude' });
  expect(await specOf(runId)).not.toHaveProperty('skills');
});

test('a run waits for a runner that starts commands when a plugin declares one', async () => {
  runs.world.bundles.environments.set(
    'env_a',
    bundleOfEnvironment('env_a', 'env_a', {
      effectiveModelId: 'scripted/env',
      servers: [
        { id: 'srv', name: 'everything', isOptional: false },
        { id: 'plugin_srv', name: 'declared', isOptional: false, declaration: { command: 'node', args: [] } },
      ],
    }),
  );
  const { runId } = await launch({ suiteId: 'one' });
  const { rows } = await runs.db.pool.query('select runner_labels from runs where id = $1', [runId]);
  expect(rows).toEqual([{ runner_labels: ['stdio'] }]);
});

test('a server of an environment that was renamed a moment ago has its present name in the run', async () => {
  const second = runs.world.servers.find(({ id }) => id === 'srv2')!;
  second.name = 'renamed';
  const bundled = ['srv', 'srv2'].map((id) => ({
    id,
    name: id === 'srv' ? 'everything' : 'second',
    isOptional: false,
  }));
  runs.world.bundles.environments.set('env_b', bundleOfEnvironment('env_b', 'env_b', { servers: bundled }));
  const { servers } = await launch({ suiteId: 'two', environmentId: 'env_b' });
  second.name = 'second';
  expect(servers).toEqual([
    { id: 'srv', name: 'everything' },
    { id: 'srv2', name: 'renamed' },
  ]);
});
