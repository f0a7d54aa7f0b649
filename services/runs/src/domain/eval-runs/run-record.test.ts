import type { Run } from './run.ts';
import { runRecord } from './run-record.ts';

const at = new Date(1_000);
const run: Run = {
  id: 'run',
  projectId: 'prj',
  organizationId: 'org',
  suiteId: 'suite',
  runNumber: 1,
  status: 'completed',
  result: 'passed',
  source: 'api',
  spec: {
    suiteId: 'suite',
    suiteName: 'suite',
    servers: [],
    client: { id: null, name: 'Suite default', source: 'suite_default' },
    checks: [],
    sessionIsolation: 'iteration',
    execution: { toolApproval: 'auto', maxSteps: 20 },
    minimumAccuracy: 50,
  },
  variants: 0,
  variantsPassed: 0,
  variantsFailed: 0,
  total: 10,
  finished: 10,
  passed: 6,
  failed: 2,
  excluded: 1,
  skipped: 1,
  inputTokens: 0,
  outputTokens: 0,
  modelCalls: 0,
  costMicros: 0,
  metered: 0,
  costed: 0,
  effectiveModel: null,
  stop: null,
  undecidedDetail: null,
  createdAt: at,
  startedAt: at,
  completedAt: at,
};
const perCase: Partial<Run> = {
  spec: {
    ...run.spec,
    caseGrading: {
      coverage: { kind: 'minEligibleTrials', minEligibleTrials: 1 },
      minCompletionRate: 0.8,
      maxEvaluatorErrorRate: 0.1,
    },
  },
  variants: 4,
  variantsPassed: 2,
  variantsFailed: 1,
};
const stop = { code: 'BUDGET_EXHAUSTED' as const, message: 'Used up.' };

test('a rate has its interval, and trials that say nothing or were left out are in neither', () =>
  expect(runRecord(run).summary).toEqual({
    total: 8,
    passed: 6,
    failed: 2,
    passRate: 0.75,
    excluded: 1,
    skipped: 1,
    passRateInterval: { confidence: 0.95, lower: expect.closeTo(0.409, 3), upper: expect.closeTo(0.929, 3) },
  }));

test('where nothing could be graded there is no interval', () =>
  expect(runRecord({ ...run, status: 'running', result: null, passed: 0, failed: 0 }).summary).toMatchObject({
    passRate: 0,
    passRateInterval: null,
  }));

test('the interval of a run that is graded per case is of the variants that its rate is of', () =>
  expect(runRecord({ ...run, ...perCase, variantsFailed: 2 }).summary).toMatchObject({
    total: 4,
    passed: 2,
    failed: 2,
    passRate: 0.5,
    passRateInterval: { lower: expect.closeTo(0.15, 3), upper: expect.closeTo(0.85, 3) },
  }));

test('while variants are inconclusive the rate of all of them has no interval', () =>
  expect(runRecord({ ...run, ...perCase }).summary).toMatchObject({
    total: 4,
    passed: 2,
    failed: 1,
    inconclusive: 1,
    passRate: 0.5,
    passRateInterval: null,
  }));

test.each([
  ['by its accuracy', {}],
  ['per case', perCase],
])('a run that was stopped has no verdict and says why, decided %s', (_, grading) =>
  expect(
    runRecord({ ...run, ...grading, status: 'failed', result: null, stop, undecidedDetail: stop.message }),
  ).toMatchObject({
    verdict: 'notEstablished',
    undecided: { reason: 'runStatusNotAVerdict', detail: 'Used up.' },
    stopped: stop,
  }),
);

test.each([
  ['known for some trials', { costed: 2, costMicros: 1_500_000 }, 1.5, 2],
  ['known for none', { costed: 0, costMicros: 0 }, null, 0],
])('what models used is told, the price %s', (_, cost, costUsd, costed) =>
  expect(runRecord({ ...run, inputTokens: 30, outputTokens: 5, modelCalls: 4, metered: 3, ...cost }).usage).toEqual({
    inputTokens: 30,
    outputTokens: 5,
    totalTokens: 35,
    modelCalls: 4,
    costUsd,
    coverage: { costed, total: 3 },
  }),
);

test('a run that called no model says nothing of what it used', () =>
  expect(runRecord(run)).not.toHaveProperty('usage'));

test.each([
  ['the command line', { kind: 'cli' as const }, 'cli'],
  ['an agent', { kind: 'mcp' as const }, 'mcp'],
  ['an action', { kind: 'github_action' as const }, 'rest'],
  ['who knows', undefined, 'rest'],
])('a run that %s launched with a key is attributed to it', (_, launcher, surface) =>
  expect(runRecord({ ...run, spec: { ...run.spec, ...(launcher && { launcher }), keyId: 'key' } }).attribution).toEqual(
    { surface, apiKeyId: 'key' },
  ),
);

test('a run that no key launched is attributed to none', () =>
  expect(runRecord({ ...run, source: 'schedule' })).not.toHaveProperty('attribution'));
