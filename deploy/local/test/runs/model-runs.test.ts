import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import {
  startModelEndpoint,
  type ModelEndpoint,
  type ModelReply,
  type ModelRequest,
} from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { assertStep, type Api, answerOf } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const [KEY, BROUGHT] = ['sk-operators-model-key', 'sk-brought-model-key'];
const PRICE = { inputUsdPerMillion: 2, outputUsdPerMillion: 10 };

let installation: Installation;
let everything: McpServerProcess;
let model: ModelEndpoint;
let answer: (request: ModelRequest) => ModelReply;
let api: Api;
let serverId: string;
let organizationId: string;

beforeAll(async () => {
  model = await startModelEndpoint((request) => answer(request));
  [installation, everything] = await Promise.all([
    startInstallation({
      HOSTED_MODELS: JSON.stringify([
        { id: 'openai/thinker', ...PRICE },
        { id: 'anthropic/poet', ...PRICE },
      ]),
      MAX_CONCURRENT_RUNS: '10',
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: model.openaiUrl,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: model.anthropicUrl,
    }),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ({ api } = installation);
  serverId = await api.saveServer('everything', everything.url);
  organizationId = (await api.assay.listOrganizations()).items[0]!.id;
});
beforeEach(() => {
  answer = adds;
});
afterAll(async () => {
  await installation.stop();
  await Promise.all([everything.stop(), model.stop()]);
});

const usage = { input: 1_000, output: 100 };
const transcriptOf = ({ body }: ModelRequest) => JSON.stringify(body.messages);
const hasResult = (request: ModelRequest) => /tool_call_id|tool_result/.test(transcriptOf(request));

/** A model that uses its tools. */
const adds = (request: ModelRequest): ModelReply =>
  hasResult(request)
    ? { text: 'The sum is 42.', usage }
    : { toolCalls: [{ name: 'get-sum', arguments: { a: 2, b: 40 } }], usage };
/** A model that makes the answer up. */
const guesses = (): ModelReply => ({ text: 'It is 42, I suppose.', usage });

let suites = 0;
async function suite(settings: object = {}, trials = 4): Promise<string> {
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: `sums ${++suites}`,
      serverIds: [serverId],
      model: 'openai/thinker',
      repetitions: trials,
      passThreshold: 1,
      ...settings,
      tests: [
        {
          title: 'adds',
          expectedOutput: 'It says that the sum is 42.',
          steps: [
            { id: 'ask', kind: 'prompt', prompt: 'What is the sum of 2 and 40?' },
            assertStep('called', { type: 'toolCalledWith', toolName: 'get-sum', args: { args: { a: 2, b: 40 } } }),
            assertStep('said', { type: 'responseContains', needle: '42' }),
          ],
        },
      ],
    },
  );
  return suiteId;
}
const run = async (suiteId: string, body: object = {}) =>
  api.finishedRun(await api.startRun({ suiteId, ...body }), 60_000);

test.each(['openai/thinker', 'anthropic/poet'])(
  '%s takes turns with tools of a real server, and the trace has outcomes and cost',
  async (id) => {
    const record = await run(await suite(), { model: id });
    expect(record).toMatchObject({
      status: 'completed',
      result: 'passed',
      modelSource: 'override',
      effectiveModelId: id,
      summary: { total: 1, passed: 1 },
      usage: {
        inputTokens: 8_000,
        outputTokens: 800,
        modelCalls: 8,
        costUsd: (8_000 * 2 + 800 * 10) / 1e6,
        coverage: { costed: 4, total: 4 },
      },
      trialStatistics: { cases: [{ eligibleTrials: 4, passedTrials: 4, passHatK: 1 }] },
    });
    const [iteration] = await api.iterations(record.id);
    expect(iteration).toMatchObject({
      result: 'passed',
      model: id,
      tokensUsed: 2_200,
      actualToolCalls: [{ toolName: 'get-sum', arguments: { a: 2, b: 40 } }],
      checks: [
        { type: 'toolCalledWith', status: 'passed' },
        { type: 'responseContains', status: 'passed' },
      ],
    });
    const trace = await api.trace(record.id, iteration!.id);
    expect(trace.spans.filter(({ category }) => category === 'llm')).toMatchObject([
      { modelId: id, inputTokens: 1_000 },
      { modelId: id, inputTokens: 1_000 },
    ]);
    expect(trace.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'The sum is 42.' });
  },
);

test('failures are explained: the first failed stage, in how many trials, and what to try', async () => {
  answer = guesses;
  const record = await run(await suite());
  expect(record).toMatchObject({ result: 'failed', decision: { reasons: ['casePassRateBelowThreshold'] } });
  const summary = await api.assay.getEvalRunDecisionSummary({ projectId: api.projectId, runId: record.id });
  expect(summary).toMatchObject({
    verdict: 'failed',
    counts: { measurementUnit: 'caseVariant', failed: 1 },
    diagnostics: { complete: true, scannedIterations: 4 },
  });
  expect(summary.diagnostics.items).toHaveLength(4);
  expect(summary.diagnostics.items[0]).toMatchObject({
    chain: { status: 'verified', firstFailedStage: 'selection', failureCategory: 'selection' },
    nextAction: expect.stringMatching(/get-sum/),
  });

  await api.assay.requestEvalRunInsights({ projectId: api.projectId, runId: record.id });
  const { insights } = await waitUntil(async () => {
    const read = await api.run(record.id);
    return (read.insights as { status: string }).status === 'completed' && read;
  });
  expect(insights).toMatchObject({
    coverage: { analyzed: 4, total: 4 },
    findings: [{ affected: { count: 4, total: 4 } }],
  });
});

test('a regression is told apart from noise, and a gate stops it', async () => {
  const suiteId = await suite({ gate: { passRateRegression: {}, maximumCostUsd: 1 } }, 10);
  const before = await run(suiteId);
  answer = guesses;
  const after = await run(suiteId);
  const compared = await api.assay.compareEvalRun({ projectId: api.projectId, runId: after.id });
  expect(compared).toMatchObject({
    baseline: { policy: 'previous_completed', baseRunId: before.id },
    comparable: { holds: true },
    cases: [{ status: 'regressed', noise: 'regression' }],
  });
  expect(await api.assay.getEvalRunGate({ projectId: api.projectId, runId: after.id })).toMatchObject({
    outcome: 'failed',
    waived: false,
  });
  // The run before it has no baseline.
  expect(await api.assay.getEvalRunGate({ projectId: api.projectId, runId: before.id })).toMatchObject({
    outcome: 'usage_error',
  });
  const waive = () =>
    answerOf(
      api.assay.waiveEvalGate.withResponse(
        { projectId: api.projectId, runId: after.id },
        {
          reason: 'Known, fixed tomorrow.',
          expiresAt: Date.now() + 3_600_000,
        },
      ),
    );
  expect(await waive()).toMatchObject({ status: 201, body: { status: 'created' } });
  expect(await waive()).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', status: 'conflict', waiver: { reason: 'Known, fixed tomorrow.' } },
  });
  expect(await api.assay.getEvalRunGate({ projectId: api.projectId, runId: after.id })).toMatchObject({
    outcome: 'failed',
    waived: true,
  });
});

test('a judge reads the finished run and ignores instructions in its texts', async () => {
  const record = await run(await suite({ judge: { model: 'openai/thinker', threshold: 0.6 } }));
  const judged: string[] = [];
  answer = (request) => {
    judged.push(transcriptOf(request));
    return {
      text: JSON.stringify({ reason: 'It says 42.', criteria: [], claims: 1, unsupportedClaims: [], score: 0.9 }),
      usage,
    };
  };
  await api.assay.requestEvalRunJudge({ projectId: api.projectId, runId: record.id });
  const { judges } = await waitUntil(async () => {
    const read = await api.run(record.id);
    return (
      (read.judges as { goalCompletion?: { status: string | null } } | undefined)?.goalCompletion?.status ===
        'completed' && read
    );
  });
  expect(judges).toMatchObject({
    goalCompletion: {
      modelUsed: 'openai/thinker',
      cases: Array.from({ length: 4 }, () => ({ score: 0.9, passed: true })),
    },
  });
  expect(judged).toHaveLength(4);
  expect(judged[0]).toContain('The sum is 42.');
});

test('a budget of money stops a run before it overshoots, without a verdict or failed trials', async () => {
  const record = await run(await suite({}, 10), { budget: { usd: 0.02 } });
  expect(record).toMatchObject({
    status: 'failed',
    result: null,
    verdict: 'notEstablished',
    stopped: { code: 'BUDGET_EXHAUSTED' },
    undecided: { reason: 'runStatusNotAVerdict', detail: expect.stringMatching(/budget/i) },
  });
  expect((await api.iterations(record.id)).filter(({ result }) => result === 'failed')).toEqual([]);
  const {
    items: [budget],
  } = await api.assay.listBudgets({ organizationId }, { scopeKind: 'run' });
  expect(budget).toMatchObject({ scope: { kind: 'run', id: record.id }, reserved: { usd: 0 } });
  // At most one call above the budget: a call reserves the cost of 4,096 tokens of output.
  expect(budget!.spent.usd).toBeLessThan(0.02 + (4_096 * PRICE.outputUsdPerMillion) / 1e6);
});

test('a provider without quota ends the run at once, undecided', async () => {
  answer = () => ({ status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota.' });
  const record = await run(await suite());
  expect(record).toMatchObject({
    status: 'failed',
    verdict: 'notEstablished',
    stopped: { code: 'PROVIDER_QUOTA_EXHAUSTED' },
  });
  expect((await api.iterations(record.id)).map(({ status, result }) => [status, result])).toEqual(
    Array.from({ length: 4 }, () => ['skipped', null]),
  );
});

test('a key from the caller is used only for this run and is not stored', async () => {
  const record = await run(await suite(), { model: 'gpt-of-my-own', modelApiKeys: { openai: BROUGHT } });
  expect(record).toMatchObject({ effectiveModelId: 'openai/gpt-of-my-own', verdict: 'passed' });
  expect(model.requests.filter(({ headers }) => headers.authorization === `Bearer ${BROUGHT}`)).toHaveLength(8);
  const kept = await installation.sql<{ found: string }>(`
    select query_to_xml('select * from ' || quote_ident(schemaname) || '.' || quote_ident(tablename), true, false, '')::text as found
    from pg_tables where schemaname in ('catalog', 'suites', 'runs', 'bus')`);
  expect(kept.filter(({ found }) => found.includes(BROUGHT) || found.includes(KEY))).toEqual([]);
  expect(
    await installation.sql('select count(*)::int as sealed from runs.runs where sealed_models is not null'),
  ).toEqual([{ sealed: 0 }]);
});

test('arms of one launch are paired trial by trial', async () => {
  const suiteId = await suite({}, 6);
  answer = (request) => (JSON.stringify(request.body.tools ?? []).includes('get-sum') ? adds(request) : guesses());
  const group = await api.assay.createEvalRunGroup(
    { projectId: api.projectId },
    {
      suiteId,
      targets: [{ arm: { name: 'with the server' } }, { arm: { name: 'without', serverIds: [] } }],
    },
  );
  expect(group).toMatchObject({ outcome: 'started', targets: [{ status: 'started' }, { status: 'started' }] });
  for (const { runId } of group.targets) await api.finishedRun(runId!, 60_000);
  const paired = await api.assay.getEvalRunGroup({ projectId: api.projectId, runGroupId: group.runGroupId });
  expect(JSON.stringify(paired)).toMatch(/with the server/);
  expect(paired).toMatchObject({
    runs: [
      { arm: 'with the server', result: 'passed' },
      { arm: 'without', result: 'failed' },
    ],
  });
});

test('events of a run arrive as they happen, and a client that reconnects misses none', async () => {
  const runId = await api.startRun({ suiteId: await suite() });
  const followed = { projectId: api.projectId, runId };
  const events = await Array.fromAsync(api.assay.streamEvalRunEvents(followed));
  expect(events.filter(({ type }) => type === 'iteration')).toHaveLength(4);
  expect(events.at(-1)).toMatchObject({ type: 'end', data: { status: 'completed', verdict: 'passed' } });
  const lastEventId = events.at(-2)!.id;
  const again = await Array.fromAsync(api.assay.streamEvalRunEvents(followed, { lastEventId }));
  expect(again.map(({ type }) => type)).toEqual(['end']);
});

test('a finished run is exported as JUnit, as Markdown and as OpenTelemetry', async () => {
  const record = await run(await suite());
  const exported = { projectId: api.projectId, runId: record.id };
  expect(await api.assay.exportEvalRunJunit(exported)).toMatch(/<testsuites[^>]*failures="0"/);
  expect(await api.assay.exportEvalRunMarkdown(exported)).toMatch(/passed/i);
  const { headers, data } = await api.assay.exportEvalRunTraces.withResponse(exported);
  expect(headers.get('x-complete')).toBe('true');
  expect(JSON.stringify(data)).toContain('gen_ai.usage.input_tokens');
});

test('a model that is not available is refused with a list of the available ones', async () => {
  const { status, body } = await answerOf(
    api.assay.createEvalRun.withResponse(
      { projectId: api.projectId },
      {
        suiteId: await suite(),
        model: 'openai/unheard-of',
      },
    ),
  );
  expect([status, body.code, body.details]).toEqual([
    400,
    'VALIDATION_ERROR',
    expect.objectContaining({ hostedModels: ['openai/thinker'] }),
  ]);
});
