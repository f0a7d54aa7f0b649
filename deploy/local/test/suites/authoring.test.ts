import type { EvalCaseImported } from '@assay/sdk';
import { assertionTable } from '@assay/grading/assertions/table';
import { createHash } from 'node:crypto';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import {
  startModelEndpoint,
  type ModelEndpoint,
  type ModelReply,
  type ModelRequest,
} from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { assertStep, toolCall, type Api, answerOf } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const KEY = 'sk-model-secret-of-this-test';
const DOCUMENT = [
  '# Acceptance of the reference server',
  '',
  '## Says what it is told',
  '',
  'Ask to echo {"message":"grüße"} and expect the tool echo to be called with it.',
  'The answer contains "Echo: grüße".',
  '',
  '## Adds',
  '',
  'Ask for get-sum {"a":2,"b":40}. The user should be pleased.',
].join('\r\n');

let installation: Installation;
let everything: McpServerProcess;
let model: ModelEndpoint;
let answer: (request: ModelRequest) => ModelReply;
let api: Api;
let serverId: string;

beforeAll(async () => {
  model = await startModelEndpoint((request) => answer(request));
  [installation, everything] = await Promise.all([
    startInstallation({ AUTHORING_MODEL: 'openai/scribe', OPENAI_API_KEY: KEY, OPENAI_BASE_URL: model.openaiUrl }),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ({ api } = installation);
  serverId = await api.saveServer('everything', everything.url);
});
afterAll(async () => {
  await installation.stop();
  await Promise.all([everything.stop(), model.stop()]);
});

const says = (cases: object[]): ModelReply => ({ text: JSON.stringify({ cases }), usage: { input: 100, output: 50 } });
const common = { isNegative: false, expectedOutput: null, scenario: null };
const call = (tool: string, args: object) => ({ server: 'everything', tool, arguments: JSON.stringify(args) });
let suites = 0;
const emptySuite = async (): Promise<string> => {
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: `authored ${++suites}`,
      serverIds: [serverId],
      model: 'scripted/rules',
      tests: [{ title: 'starts', steps: [toolCall('call', 'everything', 'get-env')] }],
    },
  );
  return suiteId;
};
const verdicts = async (suiteId: string): Promise<Record<string, string | null>> => {
  const { id, status } = await api.finishedRun(await api.startRun({ suiteId }));
  expect(status).toBe('completed');
  return Object.fromEntries((await api.iterations(id)).map(({ title, result }) => [title, result]));
};

describe('cases that a model drafts', () => {
  test('from the primitives of a real server are written and run', async () => {
    answer = () =>
      says([
        {
          ...common,
          title: 'Echoes',
          turns: [{ prompt: 'Please echo {"message":"hi"}', expectedCalls: [call('echo', { message: 'hi' })] }],
        },
        { ...common, title: 'Small talk', isNegative: true, turns: [{ prompt: 'How are you?', expectedCalls: [] }] },
        { ...common, title: 'Invents', turns: [{ prompt: 'Do teleport {}', expectedCalls: [call('teleport', {})] }] },
      ]);
    const suiteId = await emptySuite();
    const generated = await answerOf(
      api.assay.generateEvalCases.withResponse(
        { projectId: api.projectId, suiteId },
        {
          caseMix: { simple: 2, negative: 1 },
        },
      ),
    );
    expect(generated).toMatchObject({
      status: 200,
      body: {
        generationModel: 'openai/scribe',
        counts: { normal: 1, negative: 1 },
        created: [{ title: 'Echoes' }, { title: 'Small talk', isNegative: true }],
      },
    });
    const { skipped, reviewUrl } = generated.body as EvalCaseImported;
    expect(skipped).toEqual([
      { title: 'Invents', error: expect.stringContaining('teleport') as string, draftId: expect.any(String) as string },
    ]);
    expect(reviewUrl).toMatch(new RegExp(`^${installation.url}/.*${skipped![0]!.draftId}`));
    expect(await verdicts(suiteId)).toEqual({ starts: 'passed', Echoes: 'passed', 'Small talk': 'passed' });
  });

  test('are grounded in the declared tools, and the key goes only to the provider', async () => {
    const { body, headers } = model.requests.at(-1)!;
    expect(JSON.stringify(body.messages)).toContain('get-sum');
    expect([headers.authorization, JSON.stringify(body).includes(KEY)]).toEqual([`Bearer ${KEY}`, false]);
  });

  test('from a document keep their lines, and additions wait for a person', async () => {
    const issues = { notes: [], issues: [], additions: [] };
    answer = () =>
      says([
        {
          ...common,
          ...issues,
          title: 'Says what it is told',
          startLine: 3,
          endLine: 6,
          turns: [
            {
              prompt: 'echo {"message":"grüße"}',
              expectedCalls: [call('echo', { message: 'grüße' })],
              replyContains: ['Echo: grüße'],
            },
          ],
        },
        {
          ...common,
          ...issues,
          title: 'Adds',
          startLine: 8,
          endLine: 10,
          turns: [
            { prompt: 'get-sum {"a":2,"b":40}', expectedCalls: [call('get-sum', { a: 2, b: 40 })], replyContains: [] },
          ],
          additions: [{ path: '/turns/0/expectedCalls/0', explanation: 'The document names no expected call.' }],
        },
      ]);
    const suiteId = await emptySuite();
    const { status, body } = await answerOf(
      api.assay.importEvalCases.withResponse(
        { projectId: api.projectId, suiteId },
        {
          content: DOCUMENT,
          fileName: 'acceptance.md',
        },
      ),
    );
    expect([status, body]).toMatchObject([
      200,
      { counts: { normal: 1, negative: 0 }, skipped: [{ title: 'Adds' }], reviewUrl: expect.any(String) as string },
    ]);
    expect(body.created).toMatchObject([
      {
        title: 'Says what it is told',
        source: {
          format: 'markdown',
          method: 'ai',
          fileName: 'acceptance.md',
          startLine: 3,
          endLine: 6,
          fileHash: createHash('sha256').update(DOCUMENT).digest('hex'),
          excerpt: DOCUMENT.split('\r\n').slice(2, 6).join('\r\n'),
        },
      },
    ]);
    expect(await verdicts(suiteId)).toEqual({ starts: 'passed', 'Says what it is told': 'passed' });
  });

  test('can be cancelled during a model call, and the call is aborted', async () => {
    answer = () => ({ fault: 'hang' });
    const suiteId = await emptySuite();
    const asked = model.requests.length;
    const waiting = answerOf(
      api.assay.generateEvalCases.withResponse(
        { projectId: api.projectId, suiteId },
        {
          idempotencyKey: 'stopped',
        },
      ),
    );
    await waitUntil(() => model.requests.length > asked);
    const jobs = () =>
      installation.sql<{ id: string }>(`select id from suites.authoring_jobs where suite_id = '${suiteId}'`);
    const [{ id: jobId }] = (await jobs()) as [{ id: string }];
    expect(await api.assay.cancelEvalAuthoringJob({ projectId: api.projectId, suiteId, jobId })).toMatchObject({
      status: 'cancelled',
      drafts: [],
    });
    expect(await waiting).toMatchObject({ status: 202, body: { jobId, status: 'cancelled' } });
    await waitUntil(() => model.requests.at(-1)!.aborted, 20_000);
    expect(await api.assay.commitEvalAuthoringJob({ projectId: api.projectId, suiteId, jobId })).toMatchObject({
      jobId,
      status: 'cancelled',
      created: [],
    });
  });

  test('fail with a reason when the server is gone', async () => {
    answer = () => says([]);
    const gone = await api.saveServer('gone', 'http://127.0.0.1:1/mcp');
    const { suiteId } = await api.assay.createEvalSuite(
      { projectId: api.projectId },
      {
        name: 'gone',
        serverIds: [gone],
        tests: [{ title: 't', steps: [toolCall('a', 'gone', 'x')] }],
      },
    );
    const { status, body } = await answerOf(
      api.assay.importEvalCases.withResponse({ projectId: api.projectId, suiteId }, { content: '# x' }),
    );
    expect([status, body]).toMatchObject([
      200,
      { status: 'failed', created: [], error: expect.stringContaining('gone') as string },
    ]);
  });
});

test('an iteration becomes a case, and assertions are tried on it before they are written', async () => {
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'recorded',
      serverIds: [serverId],
      model: 'scripted/rules',
      tests: [{ title: 'asks', steps: [{ id: 'ask', kind: 'prompt', prompt: 'echo {"message":"kept"}' }] }],
    },
  );
  const { id: runId } = await api.finishedRun(await api.startRun({ suiteId }));
  const [iteration] = await api.iterations(runId);
  const preview = await api.assay.previewEvalAssertions(
    { projectId: api.projectId, runId, iterationId: iteration!.id },
    {
      assertions: [
        { type: 'toolCalledAtLeastOnce', toolName: 'echo' },
        { type: 'responseContains', needle: 'lost' },
      ],
    },
  );
  expect(preview).toMatchObject({
    results: [{ status: 'passed' }, { status: 'failed', reason: expect.stringContaining('lost') as string }],
  });

  const { jobId, draft } = await api.assay.promoteEvalIteration(
    { projectId: api.projectId, runId, iterationId: iteration!.id },
    { title: 'Keeps it' },
  );
  expect(draft.case.steps).toMatchObject([
    { kind: 'prompt' },
    { kind: 'assert', assertion: { type: 'toolCalledWith', toolName: 'echo' } },
  ]);
  expect(
    await api.assay.commitEvalAuthoringJob(
      { projectId: api.projectId, suiteId, jobId },
      {
        duplicatePolicy: 'create_anyway',
        overrideReason: 'The first one expects nothing.',
      },
    ),
  ).toMatchObject({ created: [{ title: 'Keeps it' }] });
  expect(await verdicts(suiteId)).toEqual({ asks: 'passed', 'Keeps it': 'passed' });
});

test('a suite from a file runs, refuses edits by hand, and is exported unchanged', async () => {
  const content = [
    'assay: 1',
    'id: smoke',
    'name: Smoke',
    'servers: [everything]',
    'model: scripted/rules',
    'settings: { repetitions: 2, passThreshold: 0.5 }',
    'cases:',
    '  - id: echo',
    '    title: Echoes',
    '    steps:',
    '      - { id: ask, kind: prompt, prompt: \'echo {"message":"file"}\' }',
    "      - { id: said, kind: assert, assertion: { type: responseContains, needle: 'Echo: file' } }",
  ].join('\n');
  const imported = await api.assay.importEvalSuiteFile({ projectId: api.projectId }, { content });
  expect(imported).toMatchObject({ declaredId: 'smoke', created: true, cases: { created: 1 } });
  const suiteId = imported.suiteId!;
  const run = await api.finishedRun(await api.startRun({ suiteId }));
  expect(run).toMatchObject({
    status: 'completed',
    result: 'passed',
    measurementUnit: 'caseVariant',
    summary: { total: 1, passed: 1 },
    decision: { verdict: 'passed', cases: [{ configuredTrials: 2, passedTrials: 2 }] },
  });

  const rename = (options = {}) =>
    answerOf(
      api.assay.updateEvalSuite.withResponse({ projectId: api.projectId, suiteId }, { name: 'Renamed' }, options),
    );
  expect(await rename()).toMatchObject({ status: 409, body: { details: { reason: 'CI_OWNED_SUITE_READ_ONLY' } } });
  expect(await rename({ declaredSuiteId: 'smoke' })).toMatchObject({
    status: 200,
    body: { name: 'Renamed', revisionNumber: 2 },
  });

  const exported = await api.assay.exportEvalSuiteFile({ projectId: api.projectId, suiteId });
  const again = await api.assay.importEvalSuiteFile({ projectId: api.projectId }, { content: exported.content });
  expect(again).toMatchObject({ suiteId, created: false, cases: { created: 0, updated: 0, unchanged: 1, deleted: 0 } });
});

test('the expectations of a suite can be written from the list of assertion types', async () => {
  const { items } = await api.assay.listEvalAssertionTypes();
  expect(items.map(({ type }) => type).toSorted()).toEqual(Object.keys(assertionTable).toSorted());
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'two more',
      serverIds: [serverId],
      tests: [
        {
          title: 'one',
          steps: [toolCall('a', 'everything', 'echo', { message: 'x' }), assertStep('b', { type: 'noToolErrors' })],
        },
      ],
    },
  );
  const batch = await api.assay.createEvalCases(
    { projectId: api.projectId, suiteId },
    {
      cases: [{ title: 'two', steps: [toolCall('a', 'everything', 'get-sum', { a: 1, b: 2 })] }, { title: 'none' }],
    },
  );
  expect(batch).toMatchObject({ created: [{ index: 0, title: 'two' }], failed: [{ index: 1, code: 'INVALID_ITEM' }] });
  expect(await verdicts(suiteId)).toEqual({ one: 'passed', two: 'passed' });
});
