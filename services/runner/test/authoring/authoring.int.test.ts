import { dirname, join } from 'node:path';
import type { AuthoringProposal, AuthoringTask } from '@assay/contract/areas/authoring/work';
import { JOURNEY_DRAFTS_KIND } from '@assay/contract/areas/journeys/drafting-kind';
import { type JourneyDraftsOutcome, type JourneyDraftsTask } from '@assay/contract/areas/journeys/drafting-work';
import type { WorkReport } from '@assay/mesh/gen/assay/v1/work';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { startRunner } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';
import { boardItem } from '@assay/testkit/work/work-board';
import { configFor, NO_COMMANDS, silentLog, PlatformStandIn, savedServer } from '../support/platform-stand-in.ts';

const KEY = 'key-of-the-operator-0123456789';

let everything: McpServerProcess;
let faulty: FaultyServer;
let endpoint: ModelEndpoint;
let replies: ModelReply[];
let platform: PlatformStandIn;
let runner: { stop(): Promise<void> } | undefined;

beforeAll(async () => {
  [everything, faulty] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    startFaultyServer(),
  ]);
  endpoint = await startModelEndpoint(() => replies.shift() ?? { status: 400, message: 'nothing is scripted' });
});
beforeEach(async () => {
  endpoint.requests.length = 0;
  platform = new PlatformStandIn();
  await platform.start();
  platform.servers = [savedServer('everything', everything.url)];
});
afterEach(async () => {
  await runner?.stop();
  await platform.stop();
});
afterAll(() => Promise.all([everything.stop(), faulty.stop(), endpoint.stop()]));

const MODELS = { openai: 'openai/gpt-5', anthropic: 'anthropic/claude-sonnet-4-5' };
const start = (more: Partial<Config>) => {
  const endpoints = {
    openai: { baseUrl: endpoint.openaiUrl, apiKey: KEY },
    anthropic: { baseUrl: endpoint.anthropicUrl, apiKey: KEY },
  };
  runner = startRunner(configFor(platform, { endpoints, ...more }), silentLog);
};
const script = (...all: (ModelReply | object[])[]) => {
  replies = all.map((each) => (Array.isArray(each) ? { text: JSON.stringify({ cases: each }) } : each));
};

const none = { simple: 0, multiTool: 0, multiTurn: 0, complex: 0, negative: 0 };
const task = (more: Partial<AuthoringTask>): AuthoringTask => ({
  version: 1,
  kind: 'generate',
  servers: platform.servers.map(({ id, name }) => ({ id, name })),
  existingTitles: [],
  ...more,
});
const offer = (more: Partial<AuthoringTask>) => {
  const offered = boardItem('authoring', task(more));
  platform.work.offer(offered);
  return offered;
};
const ask = (more: Partial<AuthoringTask>): Promise<WorkReport> => platform.work.answer(offer(more));
async function draft(more: Partial<AuthoringTask>): Promise<AuthoringProposal> {
  const { output, errorCode, errorMessage } = await ask(more);
  expect([errorCode, errorMessage]).toEqual(['', '']);
  return JSON.parse(output.toString()) as AuthoringProposal;
}

const sheet = (title: string, prompt: string, more: object = {}) => ({
  title,
  isNegative: false,
  expectedOutput: null,
  scenario: null,
  turns: [{ prompt, expectedCalls: [{ server: 'everything', tool: 'echo', arguments: '{"message":"hi"}' }] }],
  ...more,
});
const DOCUMENT =
  '# Plan\n\n## Greets\nA user says "hello" is answered "hello".\n\n## Adds\nCall get-sum with 1 and 2.\n';
const extracted = [
  {
    ...sheet('Greets', 'hello'),
    turns: [{ prompt: 'hello', expectedCalls: [], replyContains: ['hello'] }],
    startLine: 3,
    endLine: 4,
    notes: ['line 4'],
    issues: [],
    additions: [{ path: '/turns/0/prompt', explanation: 'The exact words.' }],
  },
  {
    ...sheet('Adds', ''),
    turns: [
      {
        prompt: null,
        expectedCalls: [{ server: 'everything', tool: 'get-sum', arguments: '{"a":1,"b":2}' }],
        replyContains: [],
      },
    ],
    startLine: 6,
    endLine: 7,
    notes: [],
    issues: [],
    additions: [],
  },
];

describe.each(['openai', 'anthropic'] as const)('with a model of %s', (api) => {
  beforeEach(() => start({ authoringModel: MODELS[api] }));

  test("a generation uses the tools of the real server and returns the contract's steps", async () => {
    script([
      sheet('Says hi', 'Say hi'),
      {
        ...sheet('Small talk', 'How are you?'),
        isNegative: true,
        turns: [{ prompt: 'How are you?', expectedCalls: [] }],
      },
    ]);
    const { generationModel, extractorVersion, inventory, cases, warnings } = await draft({
      caseMix: { ...none, simple: 1, negative: 1 },
    });
    expect([generationModel, extractorVersion, warnings]).toEqual([MODELS[api], 'assay-drafting/2', []]);
    expect(inventory).toMatchObject([
      {
        serverId: 'srv_everything',
        serverName: 'everything',
        complete: true,
        tools: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]),
      },
    ]);
    expect(cases).toMatchObject([
      {
        title: 'Says hi',
        isNegative: false,
        steps: [
          { kind: 'prompt', prompt: 'Say hi' },
          {
            kind: 'assert',
            assertion: { type: 'toolCalledWith', toolName: 'echo', args: { args: { message: 'hi' } } },
          },
        ],
      },
      { title: 'Small talk', isNegative: true, steps: [{ kind: 'prompt', prompt: 'How are you?' }] },
    ]);
    const [{ body }] = endpoint.requests as [ModelEndpoint['requests'][0]];
    const sent = JSON.stringify(body);
    for (const { name } of inventory[0]!.tools) expect(sent).toContain(`\\"tool\\":\\"${String(name)}\\"`);
    expect(sent).toMatch(/json_schema|output_config|output_format/);
    expect(sent).not.toContain(KEY);
  });

  test('an import returns its lines, its calls and the additions of the model', async () => {
    script(extracted);
    const { cases, warnings } = await draft({ kind: 'import', content: DOCUMENT });
    expect(warnings).toEqual([]);
    expect(cases).toEqual([
      {
        title: 'Greets',
        isNegative: false,
        startLine: 3,
        endLine: 4,
        evidenceNotes: ['line 4'],
        additions: [{ path: '/steps/0', explanation: 'The exact words.' }],
        steps: [
          { id: 'prompt-1', kind: 'prompt', prompt: 'hello' },
          { id: 'assert-2', kind: 'assert', assertion: { type: 'responseContains', role: 'gating', needle: 'hello' } },
        ],
      },
      {
        title: 'Adds',
        isNegative: false,
        startLine: 6,
        endLine: 7,
        steps: [
          {
            id: 'toolCall-1',
            kind: 'toolCall',
            serverName: 'everything',
            toolName: 'get-sum',
            arguments: { a: 1, b: 2 },
          },
        ],
      },
    ]);
    expect(JSON.stringify(endpoint.requests[0]!.body)).toContain('3| ## Greets\\n4| A user says');
  });

  test('an answer that cannot be used is asked for again, with the reason', async () => {
    script([{ ...sheet('A', 'B'), title: '' }], [sheet('Says hi', 'Say hi')]);
    expect((await draft({ caseMix: { ...none, simple: 1 } })).cases).toMatchObject([{ title: 'Says hi' }]);
    const { messages } = endpoint.requests[1]!.body;
    expect(JSON.stringify(messages.slice(-2))).toContain('/cases/0/title is blank');
    expect(messages.slice(-2).map(({ role }) => role)).toEqual(['assistant', 'user']);
  });

  test.each([
    ['words', { text: 'Sure, here you go!' }, 'it is not JSON'],
    ['another shape', { text: '{"tests":[]}' }, "the value must have required property 'cases'"],
    ['no case', { text: '{"cases":[]}' }, '/cases is empty'],
    ['half an answer', { text: '{"cases":[{', finish: 'length' }, 'it was cut off before its end'],
  ] as const)('a work item fails with the reason when the model answers with %s twice', async (_, reply, why) => {
    script(reply, reply);
    expect(await ask({ caseMix: { ...none, simple: 1 } })).toMatchObject({
      errorCode: 'INTERNAL_ERROR',
      errorMessage: expect.stringContaining(`gave no usable answer, also when asked again: ${why}. It answered: `),
      output: expect.objectContaining({ length: 0 }),
    });
    expect(endpoint.requests).toHaveLength(2);
  });

  test('every question is metered for its account, and is not asked when a budget refuses it', async () => {
    script([{ ...sheet('A', 'B'), title: '' }], [sheet('Says hi', 'Say hi')]);
    const who = { organizationId: 'org', suiteId: 'suite', keyId: 'key' };
    const offered = offer({ ...who, caseMix: { ...none, simple: 1 } });
    await platform.work.answer(offered);
    const { ledger } = platform;
    await waitUntil(() => ledger.settled.length === 2);
    expect(ledger.reserved).toMatchObject(
      [1, 2].map((n) => ({
        ...who,
        callId: `${offered.id}.1.${n}`,
        projectId: 'prj',
        runId: '',
        purpose: 'authoring',
        model: MODELS[api],
      })),
    );
    expect(ledger.settled).toMatchObject([{ answered: true, inputTokens: 100, outputTokens: 20 }, { answered: true }]);
    ledger.refusal = () => ({
      budgetId: 'bud',
      scope: 'suite',
      scopeId: 'suite',
      resetsAtMs: 0,
      underWay: false,
      message: 'The budget of the suite is used up.',
    });
    expect(await ask({ ...who, caseMix: { ...none, simple: 1 } })).toMatchObject({
      errorCode: 'RATE_LIMITED',
      errorMessage: 'The budget of the suite is used up.',
    });
    expect(endpoint.requests).toHaveLength(2);
  });

  test('a work item fails without naming the key when the provider refuses', async () => {
    script({ status: 401, message: `Incorrect key: ${KEY}` });
    const answer = await ask({ caseMix: { ...none, simple: 1 } });
    expect(answer).toMatchObject({
      errorCode: 'UNAUTHORIZED',
      errorMessage: expect.stringContaining('does not accept the key'),
    });
    expect(answer.errorMessage).not.toContain(KEY);
  });

  test('a stopped work item aborts its request to the model, and is not answered', async () => {
    script({ fault: 'hang' });
    const offered = offer({ caseMix: { ...none, simple: 1 } });
    await waitUntil(() => endpoint.requests.length === 1 && platform.work.phases(offered).includes('draft'));
    platform.work.stopped.add(offered.id);
    await waitUntil(() => endpoint.requests[0]!.aborted);
    script([sheet('Says hi', 'Say hi')]);
    await draft({ caseMix: { ...none, simple: 1 } });
    expect(platform.work.answers.map(({ id }) => id)).not.toContain(offered.id);
  });
});

test('a drafted case calls with a value that a list tool of the same server told', async () => {
  const file = join(import.meta.dirname, '../../../../node_modules/.bin/mcp-server-filesystem');
  start({ stdio: { ...NO_COMMANDS, allowedCommands: [process.execPath], env: { PATH: dirname(process.execPath) } } });
  const command = { transport: 'stdio', command: process.execPath, args: [file, import.meta.dirname] };
  platform.servers = [savedServer('files', '', command)];
  const { cases } = await draft({ caseMix: { ...none, simple: 10 } });
  expect(cases.find(({ title }) => title === 'Calls list_directory')).toMatchObject({
    steps: [{ prompt: `list_directory {"path":"${import.meta.dirname}"}` }, { kind: 'assert' }],
    // The value has the name of the argument, which does not make it the right one.
    issues: [{ blocking: false, message: expect.stringContaining('path for list_directory') }],
  });
}, 60_000);

describe('with scripted/rules', () => {
  beforeEach(() => start({}));

  test("cases are drafted from the real server's tools without any model", async () => {
    const { generationModel, cases, warnings } = await draft({
      caseMix: { simple: 2, multiTool: 1, multiTurn: 1, complex: 1, negative: 1 },
    });
    expect([generationModel, cases.length, warnings]).toEqual(['scripted/rules', 6, []]);
    expect(cases[0]).toMatchObject({
      title: 'Calls echo',
      steps: [{ prompt: 'echo {"message":"text"}' }, { assertion: { toolName: 'echo' } }],
    });
    expect(endpoint.requests).toEqual([]);
  });

  test('cases are drafted from a document', async () => {
    const { cases } = await draft({
      kind: 'import',
      content: '# Plan\n\n## Greets\n\nPrompt: echo {"message":"hi"}\nExpected: echo {"message":"hi"}\n',
    });
    expect(cases).toMatchObject([
      {
        title: 'Greets',
        startLine: 3,
        endLine: 6,
        steps: [{ kind: 'prompt' }, { assertion: { toolName: 'echo', args: { args: { message: 'hi' } } } }],
      },
    ]);
  });

  test.each([
    [
      'is down',
      () => savedServer('down', 'http://127.0.0.1:1/mcp'),
      'SERVER_UNREACHABLE',
      'Server "down" could not be reached.',
    ],
    [
      'needs an OAuth grant',
      () => savedServer('locked', faulty.url('/oauth')),
      'OAUTH_REQUIRED',
      'Server "locked" needs an OAuth grant.',
    ],
  ])('a work item fails with the reason when a server %s', async (_, server, errorCode, errorMessage) => {
    platform.servers.push(server());
    expect(await ask({ caseMix: { ...none, simple: 1 } })).toMatchObject({ errorCode, errorMessage });
  });

  test('a work item fails with the reason when a server was deleted in the meantime', async () => {
    expect(await ask({ servers: [{ id: 'srv_gone', name: 'gone' }], caseMix: { ...none, simple: 1 } })).toMatchObject({
      errorCode: 'NOT_FOUND',
      errorMessage: 'The server "gone" no longer exists.',
    });
  });

  test('cases are drafted from the tools of other servers when one server has none', async () => {
    platform.servers.push(savedServer('bare', faulty.url('/no-tools')));
    const { cases, inventory } = await draft({ caseMix: { ...none, simple: 1 } });
    expect(cases).toMatchObject([{ title: 'Calls echo' }]);
    expect(inventory).toMatchObject([{ serverName: 'everything' }, { serverName: 'bare', complete: true, tools: [] }]);
  });

  test('a generation fails without any tool, but a document can still be read', async () => {
    platform.servers = [savedServer('bare', faulty.url('/no-tools'))];
    expect(await ask({ caseMix: { ...none, simple: 1 } })).toMatchObject({
      errorCode: 'FEATURE_NOT_SUPPORTED',
      errorMessage: 'The servers offer no tool to draft cases from.',
    });
    expect((await draft({ kind: 'import', content: '## Greets\nPrompt: hello\n' })).cases).toMatchObject([
      { title: 'Greets' },
    ]);
  });

  test('a task of a later version is given back for a newer runner', async () => {
    const offered = offer({ version: 2 as 1, caseMix: { ...none, simple: 1 } });
    await waitUntil(() => platform.work.returned.some(({ id }) => id === offered.id));
    expect(platform.work.answers).toEqual([]);
  });
});

test('a work item fails before any server is asked when its model is not set up', async () => {
  platform.servers = [savedServer('down', 'http://127.0.0.1:1/mcp')];
  start({ endpoints: {}, authoringModel: 'openai/gpt-5' });
  expect(await ask({ caseMix: { ...none, simple: 1 } })).toMatchObject({
    errorCode: 'FEATURE_NOT_SUPPORTED',
    errorMessage: 'The model "openai/gpt-5" needs the setting OPENAI_API_KEY on the runner.',
  });
});

describe('of personas and journeys', () => {
  const account = { organizationId: 'org', projectId: 'prj', keyId: 'key' };
  async function drafted(more: Partial<JourneyDraftsTask> = {}): Promise<JourneyDraftsOutcome> {
    const servers = platform.servers.map(({ id, name }) => ({ id, name }));
    const wanted: JourneyDraftsTask = {
      version: 1,
      account,
      spec: { servers, declaredServers: [] },
      personaCount: 2,
      journeyCount: 1,
      existing: [{ name: 'Ada', role: 'nurse' }],
      ...more,
    };
    const offered = boardItem(JOURNEY_DRAFTS_KIND, wanted);
    platform.work.offer(offered);
    const { output } = await platform.work.answer(offered);
    return JSON.parse(output.toString()) as JourneyDraftsOutcome;
  }
  const journeys = [{ name: 'Greets', goal: 'Have the word hello said back.', tools: ['echo', 'gone'] }];
  const person = (name: string, role: string) => ({ name, role, notes: '', journeys });
  const people = (...personas: object[]) => ({ text: JSON.stringify({ personas }) });

  test('a model drafts, and is asked once more when it repeats a persona that exists', async () => {
    start({ authoringModel: MODELS.openai });
    script(people(person('ada', 'cook'), person('Ben', 'clerk')), people(person('Chen', 'cook')));
    expect(await drafted({ description: 'People in a hurry.' })).toEqual({
      version: 1,
      drafts: {
        generationModel: MODELS.openai,
        journeys: [],
        personas: ['Ben', 'Chen'].map((name) => ({
          persona: { name, role: name === 'Ben' ? 'clerk' : 'cook' },
          journeys: [
            {
              name: 'Greets',
              goal: 'Have the word hello said back.',
              suggestedChecks: [{ type: 'toolCalledAtLeastOnce', toolName: 'echo' }],
            },
          ],
        })),
        warnings: [],
      },
    });
    const [first, second] = endpoint.requests.map(({ body }) => JSON.stringify(body));
    expect(first).toContain('People in a hurry.');
    expect(second).toContain('has the name of another one');
    await waitUntil(() => platform.ledger.settled.length === 2);
    expect(platform.ledger.reserved).toMatchObject([
      { ...account, purpose: 'authoring' },
      { ...account, purpose: 'authoring' },
    ]);
  });

  test.each<[string, () => ModelReply[], () => void, object]>([
    [
      'the provider refuses the key',
      () => [{ status: 401, message: KEY }],
      () => {},
      { details: { reason: 'UNAUTHORIZED' } },
    ],
    [
      'the model drafts nothing new',
      () => [people(person('Ada', 'x')), people()],
      () => {},
      { code: 'INTERNAL_ERROR' },
    ],
    [
      'a server is down',
      () => [],
      () => platform.servers.push(savedServer('down', 'http://127.0.0.1:1/mcp')),
      { code: 'SERVER_UNREACHABLE' },
    ],
  ])('the outcome says why when %s', async (_, replies_, before, problem) => {
    start({ authoringModel: MODELS.openai });
    script(...replies_());
    before();
    const outcome = await drafted();
    expect(outcome).toMatchObject({ problem });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });

  test("without a model the goals call the real server's tools", async () => {
    start({});
    expect((await drafted()).drafts).toMatchObject({
      generationModel: 'scripted/rules',
      personas: [
        { persona: { name: 'Ben' }, journeys: [{ goal: 'echo {"message":"text"}' }] },
        { persona: { name: 'Chen' } },
      ],
    });
    platform.servers = [savedServer('bare', faulty.url('/no-tools'))];
    expect(await drafted()).toMatchObject({ problem: { code: 'FEATURE_NOT_SUPPORTED' } });
  });
});
