import { operations } from '@assay/contract/operations';
import { testCaller, openRuns, type RunsFixture } from '../support/harness.ts';
import { ingestResults, reporterOf, ingestResult } from '../support/ingest.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());
const reporter = reporterOf(() => runs);

let reports = 0;
/** A new external id. */
const fresh = () => `external-${++reports}`;

const described = {
  externalRunId: 'described',
  name: 'Nightly 12',
  notes: 'from CI',
  tags: ['main'],
  framework: 'vitest',
  serverNames: ['everything', 'unknown'],
  launcher: { kind: 'cli', client: 'assay', version: '1' },
  ci: { provider: 'github', branch: 'main', other: 'dropped' },
  hostConfig: { hostStyle: 'claude', modelId: 'anthropic/claude', systemPrompt: 'secret plan' },
  hostConfigHash: 'h1',
  evaluationConfigHash: 'e1',
  serverReplayConfigs: [{ token: 'replay-secret' }],
  passCriteria: { minimumPassRate: 50 },
};

test('a run has the name of its reporter, without characters that names may not have', async () => {
  const { suiteId, runId } = await reporter.report({
    suiteName: ' week\u202ely\n',
    name: '\u0007Run\t12',
    results: ingestResults(1),
  });
  expect([suiteId, (await reporter.read(runId)).name]).toEqual(['suite_of_week_ly', 'Run 12']);
});

test('a whole run is reported in one call, and reads like any other', async () => {
  const { suiteId, runId, ...reply } = await reporter.report({
    ...described,
    results: [
      ingestResult('1', {
        durationMs: 40.4,
        model: 'gpt',
        provider: 'openai',
        tokens: { input: 7, output: 2 },
        query: 'add 1 and 2',
        expectedToolCalls: [{ toolName: 'add', arguments: { a: 1 } }],
        actualToolCalls: [{ toolName: 'add', arguments: { a: 1 } }],
      }),
      ingestResult('2', { passed: false, error: 'wrong sum' }),
      ingestResult('3', { skipped: true }),
    ],
  });
  expect(suiteId).toBe('suite_of_nightly');
  expect(reply).toEqual({
    ok: true,
    projectId: 'prj',
    status: 'completed',
    result: 'passed',
    measurementUnit: 'trial',
    summary: expect.objectContaining({ total: 2, passed: 1, failed: 1, skipped: 1, passRate: 0.5 }),
  });
  expect(await reporter.read(runId)).toMatchObject({
    suiteId,
    status: 'completed',
    result: 'passed',
    verdict: 'passed',
    source: 'sdk',
    minimumAccuracy: 50,
    environment: null,
    measurementUnit: 'trial',
    client: { id: null, name: 'SDK harness', source: 'sdk', hostStyle: 'claude', modelId: 'anthropic/claude' },
    effectiveModelId: 'openai/gpt',
    servers: [{ id: 'srv', name: 'everything' }],
    launcher: { kind: 'cli', client: 'assay', version: '1' },
    ciMetadata: { provider: 'github', branch: 'main' },
    externalRunId: 'described',
    name: 'Nightly 12',
    notes: 'from CI',
    tags: ['main'],
    framework: 'vitest',
    ingestion: { evaluationConfigHash: 'e1', hostConfigHash: 'h1' },
    usage: { inputTokens: 7, outputTokens: 2, totalTokens: 9, costUsd: null },
  });
  expect(await reporter.iterations(runId)).toMatchObject([
    {
      title: 'case 1',
      status: 'completed',
      result: 'passed',
      iterationNumber: 1,
      model: 'openai/gpt',
      provider: 'openai',
      durationMs: 40,
      tokensUsed: 9,
      actualToolCalls: [{ toolName: 'add' }],
      expectedToolCalls: [{ toolName: 'add' }],
      error: null,
    },
    {
      title: 'case 2',
      status: 'completed',
      result: 'failed',
      error: 'wrong sum',
      checks: [{ type: 'reportedResult', status: 'failed', reason: 'wrong sum' }],
    },
    { title: 'case 3', status: 'skipped', result: null },
  ]);
  expect(await reporter.events(runId, 2)).toEqual(['RunCreated', 'RunFinished']);
  expect((await runs.call(operations.listEvalSuiteRuns, { suiteId })).items).toMatchObject([{ id: runId }]);
  const {
    rows: [row],
  } = await runs.db.pool.query('select to_json(r)::text as stored from runs r where id = $1', [runId]);
  expect(row.stored).not.toMatch(/replay-secret|secret plan/);
});

test('the trace has messages, spans, calls and the unconverted rest', async () => {
  const trace = {
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'token=abcdef123456' },
    ],
    spans: [{ id: 's', name: 'turn', category: 'llm', startMs: 0, endMs: 9 }],
    version: 7,
  };
  const { runId } = await reporter.report({
    externalRunId: fresh(),
    results: [ingestResult('1', { trace, actualToolCalls: [{ toolName: 'echo' }], metadata: { pr: 5 } })],
  });
  const [iteration] = await reporter.iterations(runId);
  const iterationId = iteration!.id;
  expect(await runs.call(operations.getEvalIterationTrace, { runId, iterationId })).toMatchObject({
    iterationId,
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'token=[redacted]' },
    ],
    spans: [{ id: 's' }],
    toolCalls: [{ toolName: 'echo' }],
    checks: [{ type: 'reportedResult', status: 'passed' }],
    imported: { metadata: { pr: 5 }, trace: { version: 7 } },
    wire: [],
  });
});

test('a run under way excludes no verdict while further results may be sent', async () => {
  const { runId } = await reporter.start({ externalRunId: fresh(), passCriteria: { minimumPassRate: 50 } });
  await reporter.send(runId, ingestResults(2, { passed: false }));
  const underWay = await reporter.read(runId);
  expect(underWay.because).toBe('No verdict yet: further trials may be reported.');
  expect(underWay).not.toHaveProperty('reachable');
  await reporter.send(runId, ingestResults(3, {}, 2));
  expect(await reporter.finalize({ runId })).toMatchObject({ result: 'passed' });
});

test('a run is sent in several requests, and decided by its stored iterations', async () => {
  const { runId, ...started } = await reporter.start({ expectedIterations: 5, externalRunId: fresh() });
  expect(started).toEqual({ ok: true, suiteId: 'suite_of_nightly', projectId: 'prj', status: 'running' });
  expect(await reporter.send(runId, ingestResults(3))).toEqual({ ok: true, inserted: 3, skipped: 0, total: 3 });
  expect(await reporter.read(runId)).toMatchObject({
    status: 'running',
    verdict: 'notEstablished',
    undecided: { reason: 'runNotTerminal' },
    summary: { total: 5, passed: 3 },
  });
  expect(await reporter.send(runId, ingestResults(3, {}, 2))).toEqual({ ok: true, inserted: 2, skipped: 1, total: 5 });
  expect(await reporter.finalize({ runId, summary: { total: 500, passed: 0 } })).toMatchObject({
    ok: true,
    runId,
    status: 'completed',
    result: 'passed',
    summary: { total: 5, passed: 5, failed: 0, passRate: 1 },
  });
  expect((await reporter.iterations(runId)).map(({ title }) => title)).toEqual([
    'case 0',
    'case 1',
    'case 2',
    'case 3',
    'case 4',
  ]);
  expect(await reporter.events(runId, 2)).toEqual(['RunCreated', 'RunFinished']);
});

test.each<[string, number | undefined, boolean[], string]>([
  ['every trial unless it says otherwise', undefined, [true, true], 'passed'],
  ['every trial: one that failed is too many', undefined, [true, false], 'failed'],
  ['the percent that it asks for', 66, [true, true, false], 'passed'],
  ['and no less', 67, [true, true, false], 'failed'],
])('a run passes with %s', async (_, minimumPassRate, passed, verdict) => {
  const results = passed.map((each, i) => ingestResult(String(i), { passed: each }));
  const { result: decided } = await reporter.report({
    ...(minimumPassRate !== undefined && { passCriteria: { minimumPassRate } }),
    results,
  });
  expect(decided).toBe(verdict);
});

test('a run with missing iterations has no verdict, and says why', async () => {
  const { runId, ...reply } = await reporter.report({ expectedIterations: 3, results: ingestResults(2) });
  expect(reply).toMatchObject({ status: 'completed', result: null, summary: { passed: 2 } });
  expect(await reporter.read(runId)).toMatchObject({
    result: null,
    verdict: 'notEstablished',
    undecided: { reason: 'runResultNotAVerdict', detail: '2 of 3 expected iterations were reported.' },
  });
  const { runId: empty } = await reporter.start({});
  expect(await reporter.finalize({ runId: empty })).toMatchObject({
    status: 'completed',
    result: null,
    summary: { total: 0 },
  });
});

test('results of one case are its iterations, by model, and the same case in every run', async () => {
  const repeated = (id: string, more: object) =>
    ingestResult(id, { externalCaseId: 'adds', caseTitle: `adds (${id})`, ...more });
  const results = [
    repeated('1', { model: 'a' }),
    repeated('2', { model: 'b' }),
    repeated('3', { model: 'a', passed: false }),
  ];
  const [one, two] = [await reporter.report({ results }), await reporter.report({ results })];
  const [first, second] = [await reporter.iterations(one.runId), await reporter.iterations(two.runId)];
  expect(first.map(({ title, iterationNumber, model }) => [title, iterationNumber, model])).toEqual([
    ['adds (1)', 1, 'a'],
    ['adds (1)', 1, 'b'],
    ['adds (1)', 2, 'a'],
  ]);
  expect(new Set([...first, ...second].map(({ testCaseId }) => testCaseId)).size).toBe(1);
  expect(await reporter.read(one.runId)).toMatchObject({ effectiveModelId: null });
  const { rows } = await runs.db.pool.query('select iterations from run_cases where run_id = $1', [one.runId]);
  expect(rows).toEqual([{ iterations: 2 }]);
});

test('an ingested run needs no runner and no slot, and times out without a finalization', async () => {
  const { runId } = await reporter.start({ externalRunId: 'forgotten', expectedIterations: 2 });
  await reporter.send(runId, ingestResults(1));
  expect(await runs.lease('r')).toEqual([]);
  const {
    rows: [{ hours }],
  } = await runs.db.pool.query(
    'select extract(epoch from deadline_at - started_at)::int / 3600 as hours from runs where id = $1',
    [runId],
  );
  expect(hours).toBe(24);
  await runs.db.pool.query(`update runs set deadline_at = now() - interval '1 s' where id = $1`, [runId]);
  await reporter.events(runId, 2);
  expect(await reporter.read(runId)).toMatchObject({
    status: 'timed_out',
    verdict: 'notEstablished',
    summary: { passed: 1 },
  });
  await expect(reporter.send(runId, ingestResults(1, {}, 1))).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { status: 'timed_out' },
  });
  await expect(reporter.finalize({ runId })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { status: 'timed_out' },
  });
});

test('the CI job comes from the header when the body has none', async () => {
  const send = (ci: string, body: object) =>
    runs.call(operations.startEvalIngestRun, { ci }, { suiteName: 'nightly', ...body });
  const ciOf = async ({ runId }: { runId: string }) => (await reporter.read(runId)).ciMetadata;
  expect(await ciOf(await send('{"provider":"gitlab","branch":"x"}', {}))).toEqual({ provider: 'gitlab', branch: 'x' });
  expect(await ciOf(await send('{"provider":"gitlab"}', { ci: { provider: 'github' } }))).toEqual({
    provider: 'github',
  });
  expect(await ciOf(await send('no JSON', {}))).toBeUndefined();
});

test('a secret in an error is masked before it is stored', async () => {
  const { runId } = await reporter.report({
    results: [ingestResult('1', { passed: false, error: 'boom token=hunter2 Authorization: Bearer abcdefghijkl' })],
  });
  const {
    rows: [kept],
  } = await runs.db.pool.query('select error_message as message, grade::text from iterations where run_id = $1', [
    runId,
  ]);
  expect(kept.message).toBe('boom token=[redacted] Authorization: [redacted]');
  expect(kept.grade).not.toMatch(/hunter2|abcdefghijkl/);
});

test('the run has the key that reported it', async () => {
  const { runId } = await runs.call(
    operations.reportEvalRun,
    {},
    { suiteName: 'nightly', results: ingestResults(1) },
    { ...testCaller, keyId: 'key_1' },
  );
  expect(await reporter.read(runId)).toMatchObject({ attribution: { apiKeyId: 'key_1' } });
});
