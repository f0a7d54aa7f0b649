import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { DecisionSummary } from '@assay/contract/areas/analysis/decision-summary';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { operations } from '@assay/contract/operations';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { schemaCompiler } from '@assay/kit/json/schema';
import { computeRunSums } from '../../src/store/analysis/run-sums.ts';
import { echoCase, openRuns, echoTranscript, type RunsFixture, type HeldItem } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const isSummary = schemaCompiler()(DecisionSummary);

/** The transcript of a failing iteration of `echoCase`. */
const wrong = (): Transcript => echoTranscript('something else');
const caseOf = (item: HeldItem): FrozenCase => JSON.parse(item.case.toString()) as FrozenCase;

/** Starts a run of a new suite. */
async function start(
  suiteId: string,
  cases: FrozenCase[],
  suite: object = {},
): Promise<{ runId: string; items: HeldItem[] }> {
  runs.world.suites.set(suiteId, { cases, suite });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId });
  return { runId, items: await runs.lease('runner') };
}

const summarize = (runId: string, query: object = {}) =>
  runs.call(operations.getEvalRunDecisionSummary, { runId }, query);

test('each iteration that did not pass says why and what to try next, in a complete list', async () => {
  const { runId, items } = await start('mixed', [echoCase('a'), echoCase('b')]);
  await runs.report(items, (item) => (caseOf(item).id === 'a' ? echoTranscript('a') : wrong()));
  const summary = await summarize(runId);
  expect(isSummary(summary)).toBe(true);
  expect(summary).toMatchObject({
    schemaVersion: 1,
    runId,
    runStatus: 'completed',
    verdict: 'failed',
    verdictSource: 'legacy',
    counts: { measurementUnit: 'trial', total: 2, passed: 1, failed: 1 },
    diagnostics: {
      complete: true,
      scannedIterations: 2,
      items: [
        {
          testCaseId: 'b',
          title: 'case b',
          status: 'completed',
          result: 'failed',
          chain: { status: 'verified', firstFailedStage: 'response', failureCategory: 'serverData' },
          observed: { toolNames: ['echo'], failure: expect.stringContaining('contains "b"') },
          evidence: {
            runId,
            stage: 'response',
            spanIds: ['call_1'],
            tracePath: expect.stringMatching(new RegExp(`^/projects/prj/eval-runs/${runId}/iterations/.+/trace$`)),
          },
          nextAction: expect.stringMatching(/^Find out in the server why echo answers so\./),
        },
      ],
    },
  });
  expect(summary).not.toHaveProperty('undecided');
});

test('a case is named by the id of its suite file, if it has one', async () => {
  const { runId, items } = await start('declared', [echoCase('a', { declaredId: 'echo-a' }), echoCase('b')]);
  await runs.report(items, wrong);
  const { diagnostics } = await summarize(runId);
  expect(diagnostics.items.map(({ caseId, testCaseId }) => [caseId, testCaseId])).toEqual([
    ['echo-a', 'a'],
    [undefined, 'b'],
  ]);
});

test('the summary of a run without servers shows no connection and no discovery', async () => {
  const steps = [{ id: 'ask', kind: 'prompt' as const, prompt: 'Hi.' }];
  runs.world.suites.set('serverless', { cases: [echoCase('a', { steps, models: [{ model: 'scripted/rules' }] })] });
  const {
    targets: [{ runId } = {}],
  } = await runs.call(
    operations.createEvalRunGroup,
    {},
    { suiteId: 'serverless', targets: [{ arm: { name: 'none', serverIds: [] } }] },
  );
  await runs.report(await runs.lease('runner'), () => ({
    version: 1,
    userMessages: 1,
    toolCalls: [],
    messages: [
      { role: 'user', content: 'Hi.', promptIndex: 0 },
      { role: 'assistant', content: 'Hello.', promptIndex: 0 },
    ],
    steps: [{ stepId: 'ask', stepIndex: 0, kind: 'prompt', status: 'ok', startMs: 0, endMs: 1 }],
  }));
  const { iterations, stages } = await runs.call(operations.getEvalRunStageAnalytics, { runId: runId! });
  expect([
    iterations,
    stages.slice(0, 2).map(({ stage, passed, notApplicable }) => [stage, passed, notApplicable]),
  ]).toEqual([
    1,
    [
      ['connection', 0, 1],
      ['discovery', 0, 1],
    ],
  ]);
});

test('a run under way has no verdict, and lists its failures so far', async () => {
  const { runId, items } = await start('open', [echoCase('a'), echoCase('b')]);
  await runs.report(items.slice(0, 1), wrong);
  const summary = await summarize(runId);
  expect(isSummary(summary)).toBe(true);
  expect(summary).toMatchObject({
    verdict: 'notEstablished',
    verdictSource: 'none',
    undecided: { reason: 'runNotTerminal' },
    diagnostics: { complete: true, scannedIterations: 1, items: [{ testCaseId: 'a' }] },
  });
});

test('a run that is graded per case has its decision', async () => {
  const caseGrading = { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 };
  const { runId, items } = await start('per-case', [echoCase('a', { iterations: 2, passThreshold: 0.5 })], {
    caseGrading,
  });
  await runs.report(items.slice(0, 1), wrong);
  await runs.report(items.slice(1), () => echoTranscript('a'));
  const summary = await summarize(runId);
  expect(isSummary(summary)).toBe(true);
  expect(summary).toMatchObject({
    verdict: 'passed',
    verdictSource: 'policyV2',
    decision: { verdict: 'passed', cases: [{ caseId: 'a' }] },
    counts: { measurementUnit: 'caseVariant', total: 1, passed: 1, failed: 0, inconclusive: 0 },
    diagnostics: { items: [{ iterationNumber: 1 }] },
  });
});

test('pages neither lose nor repeat an iteration, and none after the first is complete', async () => {
  const { runId, items } = await start(
    'paged',
    ['a', 'b', 'c', 'd', 'w', 'x'].map((id) => echoCase(id)),
  );
  await runs.report(items, (item) =>
    ['b', 'd', 'w'].includes(caseOf(item).id) ? wrong() : echoTranscript(caseOf(item).id),
  );
  const first = (await summarize(runId, { limit: '2' })).diagnostics;
  const second = (await summarize(runId, { limit: '2', cursor: first.nextCursor })).diagnostics;
  expect(
    [first, second].map((page) => [
      page.items.map(({ testCaseId }) => testCaseId),
      page.scannedIterations,
      page.complete,
      page.nextCursor !== undefined,
    ]),
  ).toEqual([
    [['b', 'd'], 4, false, true],
    [['w'], 2, false, false],
  ]);
  await expect(summarize(runId, { cursor: 'made-up' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/cursor' }] },
  });
});

test('an unrecorded iteration has no chain, unlike one whose server failed', async () => {
  const { runId, items } = await start('lost', [echoCase('a'), echoCase('b')]);
  await runs.report(items.slice(0, 1), wrong, {
    outcome: Outcome.FAILED,
    transcript: Buffer.alloc(0),
    errorCode: 'INTERNAL_ERROR',
    errorMessage: 'lost',
    blame: Blame.PLATFORM,
  });
  await runs.report(
    items.slice(1),
    () => ({
      ...echoTranscript('b'),
      steps: [],
      toolCalls: [],
      error: { code: 'OAUTH_REQUIRED', message: 'no grant' },
    }),
    { outcome: Outcome.SETUP_FAILED, errorCode: 'OAUTH_REQUIRED', errorMessage: 'no grant', blame: Blame.SERVER },
  );
  expect((await summarize(runId)).diagnostics.items).toMatchObject([
    {
      chain: { status: 'absent' },
      observed: { failure: 'INTERNAL_ERROR: lost' },
      nextAction: expect.stringContaining('nothing was recorded'),
    },
    {
      chain: { firstFailedStage: 'connection', failureCategory: 'setup' },
      nextAction: expect.stringContaining('OAuth grant'),
    },
  ]);
});

test('a run of another project is not found', async () => {
  const { runId } = await start('foreign', [echoCase('a')]);
  const stranger = {
    requestId: 'req',
    organizationId: 'org',
    userId: 'usr',
    projectId: 'other',
    role: 'member' as const,
  };
  const target = { projectId: 'other', runId };
  await expect(runs.call(operations.getEvalRunDecisionSummary, target, {}, stranger)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(runs.call(operations.getEvalRunStageAnalytics, target, {}, stranger)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('stage analytics sum up states, failures and latencies of a run and of a suite', async () => {
  const first = await start('counted', [echoCase('a'), echoCase('b')]);
  await runs.report(first.items, (item) => (caseOf(item).id === 'a' ? echoTranscript('a') : wrong()));
  const second = await start('counted', [echoCase('a'), echoCase('b')]);
  await runs.report(second.items, (item) => echoTranscript(caseOf(item).id));
  const open = await start('counted', [echoCase('a')]);

  const one = await runs.call(operations.getEvalRunStageAnalytics, { runId: first.runId });
  expect(one).toMatchObject({
    runId: first.runId,
    suiteId: 'counted',
    status: 'completed',
    iterations: 2,
    failureCategories: [{ category: 'serverData', iterations: 1 }],
    tools: [{ serverName: 'everything', toolName: 'echo', calls: 2, errors: 0, p50LatencyMs: 2, p95LatencyMs: 2 }],
  });
  expect(one.stages.map(({ stage, passed, failed, passRate }) => [stage, passed, failed, passRate])).toEqual([
    ['connection', 2, 0, 1],
    ['discovery', 0, 0, null],
    ['selection', 0, 0, null],
    ['call', 2, 0, 1],
    ['response', 1, 1, 0.5],
    ['userValue', 0, 0, null],
  ]);
  expect(one.stages[4]?.passRateInterval).toMatchObject({
    confidence: 0.95,
    lower: expect.closeTo(0.0945, 3),
    upper: expect.closeTo(0.9055, 3),
  });

  const all = await runs.call(operations.getEvalSuiteStageAnalytics, { suiteId: 'counted' });
  expect(all).toMatchObject({
    iterations: 4,
    truncated: false,
    runs: [
      { runId: second.runId, iterations: 2, failureCategories: [] },
      { runId: first.runId, iterations: 2 },
    ],
    tools: [{ calls: 4 }],
  });
  expect(all.stages[4]).toMatchObject({ stage: 'response', passed: 3, failed: 1, passRate: 0.75 });
  expect(open.items).toHaveLength(1);
});

test('analytics of a suite without finished runs are zeros, and of an unknown suite refused', async () => {
  runs.world.suites.set('fresh', { cases: [echoCase('a')] });
  expect(await runs.call(operations.getEvalSuiteStageAnalytics, { suiteId: 'fresh' })).toMatchObject({
    iterations: 0,
    runs: [],
    tools: [],
    failureCategories: [],
  });
  await expect(runs.call(operations.getEvalSuiteStageAnalytics, { suiteId: 'nowhere' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('facts of servers and routes tell which tools trials called, and where that led', async () => {
  const { runId, items } = await start('routed', [echoCase('a'), echoCase('b')]);
  await runs.report(items, (item) => {
    const transcript = caseOf(item).id === 'a' ? echoTranscript('a') : wrong();
    // A tool that is called twice in a row is one step of the route.
    return caseOf(item).id === 'a'
      ? {
          ...transcript,
          toolCalls: transcript.toolCalls.flatMap((call) => [call, { ...call, id: `${call.id}-again` }]),
        }
      : transcript;
  });
  expect(await runs.call(operations.getEvalRunServerFacts, { runId })).toMatchObject({
    runId,
    suiteId: 'routed',
    status: 'completed',
    servers: [{ serverName: 'everything', iterations: 2, tools: 1, calls: 3, errors: 0, p50LatencyMs: 2 }],
  });
  const route = { tools: [{ serverName: 'everything', toolName: 'echo' }], iterations: 1 };
  expect(await runs.call(operations.getEvalRunRouteFacts, { runId })).toMatchObject({
    iterations: 2,
    routes: [
      { ...route, caseId: 'a', passed: 1, failed: 0 },
      { ...route, caseId: 'b', passed: 0, failed: 1 },
    ],
    truncated: false,
  });
});

test('the sums of a run that is over are computed once', async () => {
  const { runId, items } = await start('summed', [echoCase('a'), echoCase('b')]);
  await runs.report(items, (item) => echoTranscript(caseOf(item).id));
  const read = () =>
    Promise.all([
      runs.call(operations.getEvalRunStageAnalytics, { runId }),
      runs.call(operations.getEvalRunServerFacts, { runId }),
      runs.call(operations.getEvalRunRouteFacts, { runId }),
      runs.call(operations.getEvalSuiteStageAnalytics, { suiteId: 'summed' }),
    ]);
  const first = await read();
  expect(first[3]).toMatchObject({ iterations: 2, tools: [{ calls: 2, p95LatencyMs: 2 }] });
  await runs.db.pool.query('update iterations set grade = null where run_id = $1', [runId]);
  expect(await read()).toEqual(first);
});

test('the sums of a run that goes on are of the iterations that ended last', async () => {
  const { runId, items } = await start('summed-so-far', [echoCase('a'), echoCase('b'), echoCase('c')]);
  const stages = () => runs.call(operations.getEvalRunStageAnalytics, { runId });
  await runs.report(items.slice(0, 1), wrong);
  expect(await stages()).toMatchObject({ status: 'running', iterations: 1 });
  await runs.report(items.slice(1, 2), (item) => echoTranscript(caseOf(item).id));
  expect(await stages()).toMatchObject({ iterations: 2, failureCategories: [{ iterations: 1 }] });
  expect(await computeRunSums(runs.db.pool, runId, 'stages', 1)).toMatchObject({ iterations: 1, categories: [] });
});

test('the forms and limits of reports can be read before a report is sent', async () => {
  expect(await runs.call(operations.getEvalIngestCapabilities, {})).toMatchObject({
    artifactFormats: ['junit', 'jest', 'vitest'],
    limits: { resultsPerRun: 20_000, bodyBytes: 5_242_880, artifactBytes: 10_485_760 },
  });
});

test('a plan of trials says how many find a drop, and refuses a drop below zero', async () => {
  const plan = (query: object) => runs.call(operations.planEvalTrials, {}, query);
  expect(await plan({ baselineRate: '0.95', drop: '0.25' })).toEqual({
    baselineRate: 0.95,
    drop: 0.25,
    power: 0.8,
    confidence: 0.95,
    trialsPerSide: 34,
  });
  await expect(plan({ baselineRate: 0.2, drop: 0.25 })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/drop' }] },
  });
});

test('the counts of each step, and the changes that would turn the verdict, lead to it', async () => {
  const cases = [echoCase('a', { iterations: 4 }), echoCase('b', { iterations: 3 }), echoCase('c', { iterations: 3 })];
  const first = await start('steps', cases, { minimumAccuracy: 90 });
  await runs.report(first.items, (item) => echoTranscript(caseOf(item).id));
  const { runId, items } = await start('steps', cases, { minimumAccuracy: 90 });
  const lost = {
    outcome: Outcome.FAILED,
    errorCode: 'MODEL_UNAVAILABLE',
    errorMessage: 'no answer',
    blame: Blame.PROVIDER,
  };
  const [excluded, ...others] = items;
  await runs.report([excluded!], () => echoTranscript(''), lost);
  await runs.report(others, (item) => (caseOf(item).id === 'c' ? wrong() : echoTranscript(caseOf(item).id)));
  const summary = await summarize(runId);
  expect(isSummary(summary)).toBe(true);
  expect(summary).toMatchObject({
    verdict: 'failed',
    steps: {
      configured: { trials: 10, fewest: 3, most: 4 },
      tried: { trials: 10, leftOut: 0 },
      counted: { trials: 9, leftOut: 1 },
      passed: { trials: 6, failed: 3 },
      cases: { total: 3, passed: 2, failed: 1, mixed: 0 },
    },
    earlierRuns: 1,
    verdictChanges: [
      { kind: 'assertion', passed: 9, total: 9, verdict: 'passed' },
      { kind: 'regressed', cases: 1, trials: 3, verdict: 'passed' },
      { kind: 'trials', trials: 3 },
      { kind: 'line', line: 0.66, verdict: 'passed' },
    ],
  });
  expect(summary.leftOut![0]).toMatchObject({ reason: 'provider', chargedTo: 'none', trials: 1, earlierTrials: 0 });
  expect(summary).not.toHaveProperty('missing');
});

test('a run that was cancelled says what is missing for a verdict, and what is certain', async () => {
  const { runId, items } = await start('missing', [echoCase('a', { iterations: 10 })], { minimumAccuracy: 90 });
  await runs.report(items.slice(0, 2), wrong);
  await runs.call(operations.cancelEvalRun, { runId });
  expect(await summarize(runId)).toMatchObject({
    verdict: 'notEstablished',
    verdictChanges: [],
    missing: {
      trials: 8,
      graded: 2,
      mostPassed: 8,
      canPass: false,
      canFail: true,
      sentence: expect.stringMatching(
        /^It cannot pass any more: if all 8 trials that are missing passed, 8 of 10 would/,
      ),
    },
  });
});
