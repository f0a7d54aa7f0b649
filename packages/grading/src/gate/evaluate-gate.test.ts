import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import { caseFacts, gatedRun, scorerFacts } from '../../test/sides.ts';
import { evaluateGate } from './evaluate-gate.ts';
import type { GatedRun } from './gate-facts.ts';

const good = gatedRun([
  caseFacts('a', 9, 1, {
    scores: [scorerFacts('s', { scored: 8, passed: 6, total: 6.4, errors: 2, notApplicable: 5 })],
  }),
]);
const verdictsOf = (policy: GatePolicy, run: GatedRun = good, baseline?: GatedRun) =>
  evaluateGate(policy, { run, baseline }).verdicts;

test.each([
  [{ branch: 'main' }, 'The branch main has no earlier run with a verdict to compare with.'],
  [{ runId: 'run_1' }, 'The run that the launch named as the baseline is gone.'],
])('a rule has no answer when the named baseline %j is missing', (namedBaseline, message) =>
  expect(evaluateGate({ passRateRegression: {} }, { run: good, baseline: undefined, namedBaseline })).toMatchObject({
    outcome: 'incomplete',
    verdicts: [{ status: 'non_gateable', message }],
  }),
);

test('a policy without rules passes every run', () =>
  expect(evaluateGate({}, { run: gatedRun([], { isComplete: false }), baseline: undefined })).toEqual({
    outcome: 'passed',
    verdicts: [],
    scoreIntegrity: 'valid',
    flakyCases: [],
  }));

test.each<[string, GatePolicy, string, Partial<GatedRun>?]>([
  ['the pass rate may be met exactly', { minimumPassRate: 0.9 }, 'passed'],
  ['the pass rate is missed', { minimumPassRate: 0.91 }, 'failed'],
  ['a percent is no fraction', { minimumPassRate: 90 }, 'usage_error'],
  ['a negative rate is none', { minimumPassRate: -0.1 }, 'usage_error'],
  ['a pass rate over nothing', { minimumPassRate: 0 }, 'non_gateable', { cases: [] }],
  ['a pass rate of cases that decide nothing', { minimumPassRate: 0 }, 'non_gateable', { decidesNothing: true }],
  ['a pass rate of a part', { minimumPassRate: 0 }, 'non_gateable', { isComplete: false }],
  ['tokens may reach their ceiling', { maximumTotalTokens: 1_000 }, 'passed'],
  ['tokens exceed it', { maximumTotalTokens: 999 }, 'failed'],
  ['a trial without tokens', { maximumTotalTokens: 1 }, 'non_gateable', { totalTokens: null }],
  ['tokens of nothing', { maximumTotalTokens: 1_000 }, 'non_gateable', { cases: [] }],
  ['latency may reach its ceiling', { maximumP95LatencyMs: 200 }, 'passed'],
  ['latency exceeds it', { maximumP95LatencyMs: 199.9 }, 'failed'],
  ['a trial without latency', { maximumP95LatencyMs: 1 }, 'non_gateable', { p95LatencyMs: null }],
  ['latency of a part', { maximumP95LatencyMs: 1 }, 'non_gateable', { isComplete: false }],
  ['cost may reach its ceiling', { maximumCostUsd: 0.5 }, 'passed'],
  ['cost exceeds it', { maximumCostUsd: 0.49 }, 'failed'],
  ['a price that is not known', { maximumCostUsd: 100 }, 'non_gateable', { costUsd: null }],
  ['a gating score error', { noGatingScoreErrors: true }, 'failed'],
  ['scores that contradict themselves', { noGatingScoreErrors: true }, 'non_gateable', { quarantinedIterations: 1 }],
  ['no scores', { noGatingScoreErrors: true }, 'non_gateable', { scoredIterations: 0 }],
  ["a scorer's errors stay in the whole", { minimumScorerPassRate: { s: 0.6 } }, 'passed'],
  ["a scorer's pass rate is missed", { minimumScorerPassRate: { s: 0.61 } }, 'failed'],
  ['an unknown scorer', { minimumScorerPassRate: { t: 0 } }, 'usage_error'],
  ['a scorer by its place', { minimumScorerPassRate: { 'predicate:responseContains#1': 0.5 } }, 'usage_error'],
  ["a scorer's rate that is a percent", { minimumScorerPassRate: { s: 60 } }, 'usage_error'],
  [
    'scorers of a run whose scores contradict themselves',
    { minimumScorerPassRate: { s: 0 } },
    'non_gateable',
    { quarantinedIterations: 1 },
  ],
  ['a mean is of what was scored alone', { minimumMeanScore: { s: 0.8 } }, 'passed'],
  ['a mean is missed', { minimumMeanScore: { s: 0.81 } }, 'failed'],
  [
    'a mean of nothing',
    { minimumMeanScore: { s: 0 } },
    'non_gateable',
    {
      cases: [
        caseFacts('a', 1, 0, { scores: [scorerFacts('s', { scored: 0, passed: 0, total: 0, notApplicable: 1 })] }),
      ],
    },
  ],
])('%s', (_, policy, status, more = {}) => {
  const [verdict] = verdictsOf(policy, { ...good, ...more });
  expect(verdict).toMatchObject({ status, gate: Object.keys(policy)[0], message: expect.stringMatching(/^\S.*\.$/) });
});

test('a rule that is off has no verdict', () =>
  expect(verdictsOf({ noGatingScoreErrors: false, noDeterministicRegressions: false })).toEqual([]));

test('advisory assertions without a verdict do not fail the gate', () =>
  expect(
    verdictsOf(
      { noGatingScoreErrors: true },
      gatedRun([caseFacts('a', 1, 0, { scores: [scorerFacts('s', { gating: false, errors: 3 })] })]),
    ),
  ).toMatchObject([{ status: 'passed', observed: 0, threshold: 0 }]));

test('a rate has its interval, a scorer its id', () => {
  expect(verdictsOf({ minimumPassRate: 0.5 })).toMatchObject([
    { observed: 0.9, threshold: 0.5, interval: { kind: 'rate', confidence: 0.95, lower: expect.closeTo(0.596, 3) } },
  ]);
  expect(verdictsOf({ minimumMeanScore: { s: 0.5, t: 0.5 } })).toMatchObject([
    { scorerId: 's', status: 'passed' },
    { scorerId: 't', status: 'usage_error' },
  ]);
});

test.each<[string, GatePolicy, string]>([
  [
    'a rule that cannot be meant so comes before all',
    { minimumPassRate: 2, maximumTotalTokens: 1, maximumCostUsd: 1 },
    'usage_error',
  ],
  ['a failure comes before what was not measured', { minimumPassRate: 1, maximumCostUsd: 1 }, 'failed'],
  ['what was not measured comes before a pass', { minimumPassRate: 0.1, maximumCostUsd: 1 }, 'incomplete'],
  ['all rules hold', { minimumPassRate: 0.1, maximumTotalTokens: 1_000 }, 'passed'],
])('%s', (_, policy, outcome) =>
  expect(evaluateGate(policy, { run: { ...good, costUsd: null }, baseline: undefined }).outcome).toBe(outcome),
);

test('cases that passed and failed are flaky', () =>
  expect(
    evaluateGate(
      {},
      { run: gatedRun([caseFacts('a', 1, 1), caseFacts('b', 2, 0), caseFacts('c', 0, 2)]), baseline: undefined },
    ).flakyCases,
  ).toEqual(['a']));

const comparative: GatePolicy[] = [
  { noDeterministicRegressions: true },
  { maximumP95LatencyIncreaseMs: 10 },
  { passRateRegression: {} },
];
test.each(comparative)('%j needs a baseline', (policy) =>
  expect(verdictsOf(policy)).toMatchObject([{ status: 'usage_error' }]),
);

const fair = gatedRun([caseFacts('a', 10, 0, { scores: [scorerFacts('s')] })]);
test.each<[string, GatedRun]>([
  ['other cases', gatedRun([caseFacts('b', 10, 0)])],
  ['a case more', gatedRun([...fair.cases, caseFacts('b', 10, 0)])],
  ['a changed case', gatedRun([caseFacts('a', 10, 0, { contentHash: 'x' })])],
  ['other rules', gatedRun([caseFacts('a', 10, 0, { evaluationHash: 'x' })])],
  ['other iterations', gatedRun([caseFacts('a', 11, 0)])],
  ['other models', gatedRun([caseFacts('a', 10, 0, { model: 'x/y' })])],
  ['a part of it', { ...fair, isComplete: false }],
])('without a comparable baseline there is no statement: %s', (_, baseline) => {
  for (const policy of comparative)
    expect(verdictsOf(policy, fair, baseline)).toMatchObject([{ status: 'non_gateable' }]);
});

const scoring = (passed: number, more = {}) =>
  gatedRun([
    caseFacts('a', passed, 10 - passed, { scores: [scorerFacts('s', { scored: 10, passed, total: passed, ...more })] }),
  ]);
test.each<[string, GatePolicy, GatedRun, GatedRun, string]>([
  ['an assertion that fails now', { noDeterministicRegressions: true }, scoring(10), scoring(9), 'failed'],
  ['an assertion that failed before', { noDeterministicRegressions: true }, scoring(9), scoring(8), 'passed'],
  [
    'one that only reports',
    { noDeterministicRegressions: true },
    scoring(10, { gating: false }),
    scoring(9, { gating: false }),
    'passed',
  ],
  [
    'one that a model judges',
    { noDeterministicRegressions: true },
    scoring(10, { deterministic: false }),
    scoring(9, { deterministic: false }),
    'passed',
  ],
  [
    'a baseline without scores',
    { noDeterministicRegressions: true },
    { ...scoring(10), scoredIterations: 0 },
    scoring(10),
    'non_gateable',
  ],
  [
    'latency that rose as much as it may',
    { maximumP95LatencyIncreaseMs: 10 },
    scoring(10),
    { ...scoring(10), p95LatencyMs: 210 },
    'passed',
  ],
  [
    'latency that rose more',
    { maximumP95LatencyIncreaseMs: 10 },
    scoring(10),
    { ...scoring(10), p95LatencyMs: 210.1 },
    'failed',
  ],
  [
    'latency that is missing',
    { maximumP95LatencyIncreaseMs: 10 },
    { ...scoring(10), p95LatencyMs: null },
    scoring(10),
    'non_gateable',
  ],
  ['a rate that fell', { passRateRegression: {} }, scoring(10), scoring(5), 'failed'],
  ['a rate that fell within noise', { passRateRegression: {} }, scoring(10), scoring(9), 'passed'],
  ['a rate that rose', { passRateRegression: {} }, scoring(5), scoring(10), 'passed'],
  ['a drop that is allowed', { passRateRegression: { minEffectSize: 0.6 } }, scoring(10), scoring(5), 'passed'],
  ['a drop just as large as counts', { passRateRegression: { minEffectSize: 0.5 } }, scoring(10), scoring(5), 'failed'],
  ['too small a sample', { passRateRegression: { minSampleSize: 11 } }, scoring(10), scoring(0), 'non_gateable'],
  ['a percent for an effect', { passRateRegression: { minEffectSize: 5 } }, scoring(10), scoring(0), 'usage_error'],
])('%s', (_, policy, baseline, run, status) => expect(verdictsOf(policy, run, baseline)).toMatchObject([{ status }]));

test.each([5, 6, 7, 49])('the sample size is the number of trials: %d cases with one trial each', (count) => {
  const once = (passed: number) =>
    gatedRun(Array.from({ length: count }, (_, i) => caseFacts(String(i), passed, 1 - passed)));
  expect(verdictsOf({ passRateRegression: { minSampleSize: count } }, once(0), once(1))).toMatchObject([
    { status: 'failed', observed: -1 },
  ]);
  expect(verdictsOf({ passRateRegression: { minSampleSize: count + 1 } }, once(0), once(1))).toMatchObject([
    { status: 'non_gateable', message: expect.stringContaining(`the run ${count}.`) },
  ]);
});

test('uneven numbers of trials do not shrink the sample', () => {
  const uneven = (of: 'passed' | 'failed') =>
    gatedRun(
      [9, 1, 1, 1].map((trials, i) => caseFacts(String(i), of === 'passed' ? trials : 0, of === 'passed' ? 0 : trials)),
    );
  const weighed = {
    ...uneven('failed'),
    cases: [2, 1, 1, 1].map((trials, i) => caseFacts(String(i), 0, trials, { configured: [9, 1, 1, 1][i]! })),
  };
  expect(verdictsOf({ passRateRegression: { minSampleSize: 5 } }, weighed, uneven('passed'))).toMatchObject([
    { status: 'failed' },
  ]);
});
