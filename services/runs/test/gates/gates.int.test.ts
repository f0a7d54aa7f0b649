import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { echoCase, openRuns, echoTranscript } from '../support/harness.ts';
import { judgedRuns } from '../support/judged-runs.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { suite, begin, finish, judged, excluded } = judgedRuns(() => runs);
const gate = (runId: string) => runs.call(operations.getEvalRunGate, { runId });
const refusal = (runId: string) =>
  gate(runId).then(
    (answer) => {
      throw new Error(`was answered: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );
const gated = (suiteId: string, policy: GatePolicy, iterations = 10) =>
  suite(suiteId, [echoCase('a', { iterations })], { gate: Buffer.from(JSON.stringify(policy)) });

test('a run is evaluated by the gate that its suite had at the launch', async () => {
  const policy = {
    minimumPassRate: 0.9,
    maximumP95LatencyMs: 3,
    maximumTotalTokens: 0,
    maximumCostUsd: 0,
    noGatingScoreErrors: true,
  };
  gated('frozen', policy);
  const runId = await judged('frozen', { a: 9 });
  gated('frozen', { minimumPassRate: 1 });
  expect(await gate(runId)).toEqual({
    runId,
    suiteId: 'frozen',
    sentence: 'The gate passed: all 5 rules hold.',
    because: '',
    outcome: 'passed',
    scoreIntegrity: 'valid',
    flakyCases: ['a'],
    policy,
    baseline: null,
    createdAt: expect.any(Number),
    waived: false,
    waiver: null,
    verdicts: [
      {
        gate: 'minimumPassRate',
        label: 'pass rate',
        status: 'passed',
        message: 'The pass rate is 90\u202f%; at least 90\u202f% is required.',
        observed: 0.9,
        observedText: '90\u202f%',
        threshold: 0.9,
        thresholdText: 'at least 90\u202f%',
        margin: 0,
        marginText: '0\u202fpoints',
        note: 'interval 60–98\u202f%',
        interval: { kind: 'rate', confidence: 0.95, lower: expect.closeTo(0.596, 3), upper: expect.closeTo(0.982, 3) },
      },
      {
        gate: 'maximumTotalTokens',
        label: 'tokens',
        status: 'passed',
        message: expect.any(String),
        observed: 0,
        observedText: '0',
        threshold: 0,
        thresholdText: 'at most 0',
        margin: 0,
        marginText: '0 to spare',
      },
      {
        gate: 'maximumP95LatencyMs',
        label: 'p95 latency',
        status: 'passed',
        message: expect.any(String),
        observed: 3,
        observedText: '3\u202fms',
        threshold: 3,
        thresholdText: 'at most 3\u202fms',
        margin: 0,
        marginText: '0\u202fms to spare',
      },
      {
        gate: 'maximumCostUsd',
        label: 'cost',
        status: 'passed',
        message: expect.any(String),
        observed: 0,
        observedText: '$0',
        threshold: 0,
        thresholdText: 'at most $0',
        margin: 0,
        marginText: '$0 to spare',
      },
      {
        gate: 'noGatingScoreErrors',
        label: 'ungraded assertions',
        status: 'passed',
        message: expect.any(String),
        observed: 0,
        observedText: '0',
        threshold: 0,
        thresholdText: 'at most 0',
        margin: 0,
        marginText: 'none',
      },
    ],
  });
});

test('a run is evaluated by the gate of its launch before the gate of its suite', async () => {
  gated('named', { minimumPassRate: 1 });
  const runId = await judged('named', { a: 9 }, { gate: { minimumPassRate: 0.5 } });
  expect(await gate(runId)).toMatchObject({ outcome: 'passed', policy: { minimumPassRate: 0.5 } });
});

test('the report is decided once and kept', async () => {
  gated('kept', { minimumPassRate: 1 });
  const runId = await judged('kept', { a: 10 });
  const [first, second] = await Promise.all([gate(runId), gate(runId)]);
  expect(second).toEqual(first);
  await runs.db.pool.query(`update iterations set result = 'failed' where run_id = $1`, [runId]);
  expect(await gate(runId)).toEqual(first);
  await runs.db.pool.query('delete from gate_reports where run_id = $1', [runId]);
  expect(await gate(runId)).toMatchObject({ outcome: 'failed' });
});

test("a run that was launched without a gate uses the suite's current one", async () => {
  suite('later', [echoCase('a', { iterations: 2 })]);
  const runId = await judged('later', { a: 1 });
  expect(await refusal(runId)).toMatchObject({ code: 'NOT_FOUND' });
  gated('later', { minimumPassRate: 1 }, 2);
  expect(await gate(runId)).toMatchObject({ outcome: 'failed', verdicts: [{ observed: 0.5 }] });
});

test('a baseline is the completed run before, and is named', async () => {
  const policy = { passRateRegression: {}, noDeterministicRegressions: true, maximumP95LatencyIncreaseMs: 0 };
  gated('baseline', policy);
  const first = await judged('baseline', { a: 10 });
  expect(await gate(first)).toMatchObject({
    outcome: 'usage_error',
    baseline: null,
    verdicts: [{ status: 'usage_error' }, { status: 'usage_error' }, { status: 'usage_error' }],
  });
  const { verdicts, ...report } = await gate(await judged('baseline', { a: 4 }));
  expect(report).toMatchObject({
    sentence: 'The gate failed: 2 of 3 rules.',
    because: expect.stringMatching(/^The number of assertions .* The pass rate fell by 60\.0 points/),
  });
  expect(report).toMatchObject({ outcome: 'failed', baseline: { policy: 'previous_completed', baseRunId: first } });
  expect(verdicts).toMatchObject([
    {
      gate: 'noDeterministicRegressions',
      status: 'failed',
      observed: 1,
      message: expect.stringMatching(
        /The first is toolResultContains of "case a", which held in each trial and now in \d+\u202f%\.$/,
      ),
    },
    { gate: 'maximumP95LatencyIncreaseMs', status: 'passed', observed: 0 },
    {
      gate: 'passRateRegression',
      label: 'against run 1',
      status: 'failed',
      observedText: '−60\u202fpoints',
      note: expect.stringMatching(/^interval −\d+ to −\d+: more than noise$/),
      observed: expect.closeTo(-0.6, 12),
      threshold: -0.01,
      message: expect.stringMatching(/^The pass rate fell by 60\.0 points/),
    },
  ]);
});

test('a gate is incomplete for a run with missing iterations', async () => {
  gated('part', { minimumPassRate: 0, maximumTotalTokens: 0 }, 4);
  const { runId, items } = await begin('part');
  await finish(items.slice(0, 2), { a: 4 });
  await runs.call(operations.cancelEvalRun, { runId });
  expect(await gate(runId)).toMatchObject({
    outcome: 'incomplete',
    verdicts: [{ status: 'non_gateable' }, { status: 'non_gateable' }],
  });
});

test('a scorer is gated by its id', async () => {
  gated('probe', {}, 4);
  await judged('probe', { a: 4 });
  const {
    rows: [row],
  } = await runs.db.pool.query(
    `select grade->'scores'->0->>'scorerId' as id from iterations i join runs r on r.id = i.run_id where r.suite_id = 'probe' limit 1`,
  );
  gated('probe', { minimumScorerPassRate: { [row.id]: 0.8, unknown: 0.5 }, minimumMeanScore: { [row.id]: 0.75 } }, 4);
  expect((await gate(await judged('probe', { a: 3 }))).verdicts).toMatchObject([
    { gate: 'minimumScorerPassRate', scorerId: row.id, status: 'failed', observed: 0.75, threshold: 0.8 },
    { gate: 'minimumScorerPassRate', scorerId: 'unknown', status: 'usage_error' },
    { gate: 'minimumMeanScore', scorerId: row.id, status: 'passed', observed: 0.75 },
  ]);
});

test('an iteration whose model reports no usage cannot be gated by usage', async () => {
  gated('tokens', { maximumTotalTokens: 10, maximumCostUsd: 1 }, 2);
  const runId = await judged('tokens', { a: 2 });
  await runs.db.pool.query(
    `update iterations set model = 'x/y', input_tokens = 2, output_tokens = 1, model_calls = 1, cost_micros = 500000 where run_id = $1 and iteration_number = 1`,
    [runId],
  );
  expect(await gate(runId)).toMatchObject({ outcome: 'passed', verdicts: [{ observed: 3 }, { observed: 0.5 }] });
  await runs.db.pool.query(`update iterations set model = 'x/y' where run_id = $1`, [runId]);
  await runs.db.pool.query('delete from gate_reports where run_id = $1', [runId]);
  expect(await gate(runId)).toMatchObject({
    outcome: 'incomplete',
    verdicts: [{ status: 'non_gateable' }, { status: 'non_gateable' }],
  });
});

test('a started iteration without usage leaves usage unknown; an unstarted one used none', async () => {
  suite(
    'lost',
    [
      echoCase('m', {
        iterations: 3,
        models: [{ model: 'scripted/rules' }],
        steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }],
      }),
    ],
    { gate: Buffer.from('{"maximumTotalTokens":10,"maximumCostUsd":1}') },
  );
  const { runId, items } = await begin('lost');
  await runs.report(items.slice(0, 1), () => echoTranscript('m'), {
    usage: { inputTokens: 5, outputTokens: 1, calls: 1, costMicros: 10, cachedInputTokens: 0 },
  });
  await finish(items.slice(1), {}, { ...excluded, errorCode: 'TIMEOUT' });
  expect(await gate(runId)).toMatchObject({
    outcome: 'incomplete',
    verdicts: [{ status: 'non_gateable' }, { status: 'non_gateable' }],
  });
  await runs.db.pool.query(
    `update iterations set status = 'skipped', started_at = null where run_id = $1 and iteration_number > 1`,
    [runId],
  );
  await runs.db.pool.query('delete from gate_reports where run_id = $1', [runId]);
  expect(await gate(runId)).toMatchObject({
    verdicts: [
      { status: 'passed', observed: 6 },
      { status: 'passed', observed: 0.00001 },
    ],
  });
});

test('a run of some cases is no baseline of a run of all', async () => {
  suite('whole', [echoCase('a'), echoCase('b')], { gate: Buffer.from('{"noDeterministicRegressions":true}') });
  const first = await judged('whole', { a: 1, b: 1 });
  await judged('whole', { a: 1 }, { caseIds: ['a'] });
  expect(await gate(await judged('whole', { a: 1, b: 1 }))).toMatchObject({
    outcome: 'passed',
    baseline: { baseRunId: first },
  });
  const all = await judged('whole', { a: 1, b: 1 }, { caseIds: ['a', 'b'] });
  expect(await gate(await judged('whole', { a: 1, b: 1 }))).toMatchObject({ baseline: { baseRunId: all } });
});

test('a run under way has no report, and neither has an unknown one', async () => {
  gated('open', { minimumPassRate: 0 });
  const { runId } = await begin('open');
  expect(await refusal(runId)).toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'RUN_NOT_TERMINAL', status: 'running' },
  });
  expect(await refusal('run_nope')).toMatchObject({ code: 'NOT_FOUND' });
});
