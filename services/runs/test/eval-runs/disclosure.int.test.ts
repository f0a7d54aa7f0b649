import { operations } from '@assay/contract/operations';
import { bundleOfClient, bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { echoCase, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
  const prompts = [
    { id: 'p', kind: 'prompt' as const, prompt: 'hi' },
    { id: 'q', kind: 'prompt' as const, prompt: 'more' },
  ];
  runs.world.suites.set('suite', {
    cases: [
      echoCase('asks', { steps: prompts, iterations: 3, models: [{ model: 'scripted/rules' }, { model: 'openai/x' }] }),
      echoCase('calls', { iterations: 2 }),
    ],
    suite: { name: 'Smoke', systemPrompt: 'Be brief.' },
  });
  runs.world.models.prices = { 'scripted/rules': { input: 1, output: 2 } };
  runs.world.suites.set('modelless', { cases: [echoCase('a', { steps: prompts })] });
});
afterAll(() => runs.close());

const disclose = (query: object = {}, suiteId = 'suite') =>
  runs.call(operations.getEvalRunDisclosure, { suiteId }, query);

test('a disclosure says what a launch would connect to, send and use at most', async () => {
  expect(await disclose()).toEqual({
    suiteId: 'suite',
    suiteName: 'Smoke',
    servers: [{ id: 'srv', name: 'everything', transport: 'http', host: '127.0.0.1:1' }],
    models: [
      {
        model: 'scripted/rules',
        id: 'scripted/rules',
        source: 'hosted',
        pricing: { inputUsdPerMillion: 1, outputUsdPerMillion: 2 },
      },
      { model: 'openai/x', id: null, source: null, fault: 'is not a model this installation hosts' },
    ],
    cases: [
      { id: 'asks', title: 'case asks', iterations: 6, models: ['scripted/rules', 'openai/x'] },
      { id: 'calls', title: 'case calls', iterations: 2, models: [] },
    ],
    casesWithoutGrading: {
      count: 1,
      total: 2,
      cases: [{ testCaseId: 'asks', title: 'case asks', reason: 'noAssertion' }],
      message: '1 of 2 cases decides nothing: case asks.',
    },
    iterations: 8,
    maxModelCalls: 6 * 2 * 20,
    judge: null,
    sentToModels: [
      'The system prompt of the suite or the client.',
      'The prompts of one case.',
      'Names, descriptions and input schemas of the tools of these servers: everything.',
      'What those tools answer to the calls that the model makes.',
    ],
    openRuns: { open: 0, limit: 100 },
    exhaustedBudget: null,
  });
});

test('a disclosure of cases without a prompt sends nothing to a model', async () =>
  expect(await disclose({ caseIds: 'calls' })).toMatchObject({
    cases: [{ id: 'calls' }],
    models: [],
    maxModelCalls: 0,
    sentToModels: [],
  }));

test('a disclosure names a case without a model', async () =>
  expect(await disclose({}, 'modelless')).toMatchObject({
    models: [{ model: '', id: null, fault: expect.any(String) }],
  }));

test('a disclosure names a budget that would refuse the launch', async () => {
  runs.world.models.refusal = {
    budgetId: 'b',
    scope: 'project',
    scopeId: 'prj',
    resetsAtMs: 5,
    underWay: false,
    message: 'Used up.',
  };
  expect((await disclose()).exhaustedBudget).toEqual({
    budgetId: 'b',
    scope: 'project',
    message: 'Used up.',
    resetsAt: 5,
  });
  runs.world.models.refusal = undefined;
});

test.each([
  ['an unknown case', { caseIds: 'asks, nope' }, 'VALIDATION_ERROR', '/caseIds/1'],
  ['an environment that is not attached', { environmentId: 'e' }, 'VALIDATION_ERROR', '/environmentId'],
  ['environments that are not attached', { environmentIds: 'e,f' }, 'VALIDATION_ERROR', '/environmentId'],
  ['an ad-hoc environment without its id', { ephemeralEnvironment: true }, 'VALIDATION_ERROR', '/ephemeralEnvironment'],
  ['two ways to choose a target', { environmentId: 'e', host: 'h' }, 'VALIDATION_ERROR', '/host'],
])('%s is refused', async (_, query, code, path) =>
  expect(await disclose(query).catch((error: unknown) => error)).toMatchObject({
    code,
    details: { issues: [{ path }] },
  }),
);

test('an unknown client or suite is not found', async () => {
  await expect(disclose({ host: 'Desktop' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    details: { client: 'Desktop' },
  });
  await expect(disclose({}, 'nope')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a disclosure has the judge: its model, the number of questions, and the data it sees', async () => {
  const judge = (more: object = {}) =>
    Buffer.from(JSON.stringify({ enabled: true, model: 'openai/judge', autoRun: true, threshold: 0.7, ...more }));
  const cases = [
    echoCase('judged', { expectedOutput: 'It says so.', iterations: 3 }),
    echoCase('bare'),
    echoCase('off', { expectedOutput: 'x', judge: { enabled: false } }),
  ];
  runs.world.suites.set('judged', { cases, suite: { judge: judge() } });
  expect(await disclose({}, 'judged')).toMatchObject({
    models: [{ model: 'openai/judge', id: null, fault: expect.any(String) }],
    iterations: 5,
    judge: { model: 'openai/judge', trials: 3, maxModelCalls: 6 },
    maxModelCalls: 6,
    sentToModels: [expect.stringMatching(/^To the judge's model, openai\/judge: /)],
  });
  expect(await disclose({ caseIds: 'bare' }, 'judged')).toMatchObject({
    judge: { trials: 0, maxModelCalls: 0 },
    sentToModels: [],
  });
  runs.world.suites.set('judged', { cases, suite: { judge: judge({ autoRun: false }) } });
  expect(await disclose({}, 'judged')).toMatchObject({ models: [], judge: null, maxModelCalls: 0, sentToModels: [] });
});

describe('a disclosure of environments', () => {
  beforeAll(() => {
    const { bundles, suites, servers } = runs.world;
    servers.push({ ...servers[0]!, id: 'srv2', name: 'second' });
    const plugin = { id: 'plugin_srv', name: 'declared', isOptional: false };
    bundles.environments.set(
      'env_a',
      bundleOfEnvironment('env_a', 'a', {
        servers: [
          { id: 'srv', name: 'everything', isOptional: false },
          { ...plugin, declaration: { url: 'https://plugin.example/mcp' } },
        ],
        skills: [{ skillId: 's', name: 'refunds', description: '', contentHash: 'aa', text: 'Be kind.' }],
      }),
    );
    bundles.environments.set(
      'env_b',
      bundleOfEnvironment('env_b', 'b', { servers: [{ id: 'srv2', name: 'second', isOptional: false }] }),
    );
    const ask = [{ id: 'p', kind: 'prompt' as const, prompt: 'hi' }];
    suites.set('environments', {
      cases: [echoCase('a', { steps: ask })],
      suite: { environmentIds: ['env_a', 'env_b'] },
    });
  });

  test('has the servers, the model and the skills of one', async () => {
    expect(await disclose({ environmentId: 'env_a' }, 'environments')).toMatchObject({
      servers: [{ id: 'srv' }, { id: 'plugin_srv', transport: 'http', host: 'plugin.example' }],
      models: [{ model: 'scripted/rules' }],
      iterations: 1,
      sentToModels: expect.arrayContaining(['The instructions of these skills: refunds.']),
    });
  });

  test('adds up several', async () => {
    expect(await disclose({ environmentIds: 'env_a, env_b' }, 'environments')).toMatchObject({
      servers: [{ id: 'srv' }, { id: 'plugin_srv' }, { id: 'srv2' }],
      models: [{ model: 'scripted/rules' }],
      cases: [{ id: 'a', iterations: 2 }],
      iterations: 2,
      maxModelCalls: 40,
    });
  });

  test('may be ad-hoc ones, when the request allows them', async () => {
    runs.world.bundles.environments.set('env_adhoc', bundleOfEnvironment('env_adhoc', null));
    const refused = { details: { reason: 'ENVIRONMENT_NOT_ATTACHED' } };
    await expect(disclose({ environmentId: 'env_adhoc' }, 'environments')).rejects.toMatchObject(refused);
    const ephemeral = { ephemeralEnvironment: true };
    expect(await disclose({ environmentIds: 'env_a,env_adhoc', ...ephemeral }, 'environments')).toMatchObject({
      iterations: 2,
    });
    runs.world.bundles.environments.set('env_c', bundleOfEnvironment('env_c', 'c'));
    await expect(disclose({ environmentId: 'env_c', ...ephemeral }, 'environments')).rejects.toMatchObject(refused);
  });

  test('needs to be told which', async () =>
    expect(disclose({}, 'environments')).rejects.toMatchObject({ details: { reason: 'ENVIRONMENT_REQUIRED' } }));

  test('or of a client has its model', async () => {
    runs.world.bundles.clients.push(bundleOfClient('desk', 'Desk', { modelId: 'openai/x' }));
    expect(await disclose({ host: 'desk' }, 'modelless')).toMatchObject({ models: [{ model: 'openai/x' }] });
  });
});
