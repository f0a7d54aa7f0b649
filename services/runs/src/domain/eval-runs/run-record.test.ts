import { given } from '@assay/contract/given';
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
  casesWithoutGrading: null,
  gradingVersion: 2,
  surfaces: [{ serverId: 'srv', hash: 'ab' }],
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

test('a pass rate has an interval, and excluded or skipped iterations are in neither', () =>
  expect(runRecord(run).summary).toEqual({
    total: 8,
    passed: 6,
    failed: 2,
    passRate: 0.75,
    excluded: 1,
    skipped: 1,
    passRateInterval: { confidence: 0.95, lower: expect.closeTo(0.409, 3), upper: expect.closeTo(0.929, 3) },
  }));

test('a run without a graded iteration has no interval', () =>
  expect(runRecord({ ...run, status: 'running', result: null, passed: 0, failed: 0 }).summary).toMatchObject({
    passRate: 0,
    passRateInterval: null,
  }));

test('a run that is graded per case has the interval of its variants', () =>
  expect(runRecord({ ...run, ...perCase, variantsFailed: 2 }).summary).toMatchObject({
    total: 4,
    passed: 2,
    failed: 2,
    passRate: 0.5,
    passRateInterval: { lower: expect.closeTo(0.15, 3), upper: expect.closeTo(0.85, 3) },
  }));

test('a rate has no interval while variants are inconclusive', () =>
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
])('a stopped run has no verdict and says why, decided %s', (_, grading) =>
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
])('the usage of models is shown, the price %s', (_, cost, costUsd, costed) =>
  expect(runRecord({ ...run, inputTokens: 30, outputTokens: 5, modelCalls: 4, metered: 3, ...cost }).usage).toEqual({
    inputTokens: 30,
    outputTokens: 5,
    totalTokens: 35,
    modelCalls: 4,
    costUsd,
    coverage: { costed, total: 3 },
  }),
);

test('a run that called no model has no usage', () => expect(runRecord(run)).not.toHaveProperty('usage'));

test.each([
  ['the command line', { kind: 'cli' as const }, 'cli'],
  ['an agent', { kind: 'mcp' as const }, 'mcp'],
  ['an action', { kind: 'github_action' as const }, 'rest'],
  ['who knows', undefined, 'rest'],
])('a run that %s launched with a key is attributed to the key', (_, launcher, surface) =>
  expect(runRecord({ ...run, spec: { ...run.spec, ...given({ launcher }), keyId: 'key' } }).attribution).toEqual({
    surface,
    apiKeyId: 'key',
  }),
);

test('a run that was launched without a key has no attribution', () =>
  expect(runRecord({ ...run, source: 'schedule' })).not.toHaveProperty('attribution'));

test('a run says which version of the grading rules judged it and which surfaces it met', () => {
  expect(runRecord(run)).toMatchObject({ gradingVersion: 2, surfaces: [{ serverId: 'srv', hash: 'sha256:ab' }] });
  expect(runRecord({ ...run, surfaces: [] })).not.toHaveProperty('surfaces');
});

test.each<[string, Partial<Run>, string]>([
  ['the program that launched it', { spec: { ...run.spec, launcher: { kind: 'cli' } } }, 'cli'],
  ['its source', { source: 'schedule' }, 'schedule'],
])('a run is launched by %s', (_, change, launchedBy) =>
  expect(runRecord({ ...run, ...change })).toMatchObject({ launchedBy, durationMs: 0, suiteName: 'suite' }),
);
