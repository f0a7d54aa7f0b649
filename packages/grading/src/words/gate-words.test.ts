import type { GatePolicy, GateVerdict } from '@assay/contract/areas/gates/documents';
import { caseFacts, gatedRun, scorerFacts } from '../../test/sides.ts';
import { evaluateGate } from '../gate/evaluate-gate.ts';
import type { GatedRun } from '../gate/gate-facts.ts';
import { describeGate, describeWaveGate } from './gate-words.ts';

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('\u202f', ' ')) as T;

/** A run of one case, of which one assertion held in `held` of its trials. */
const trials = (passed: number, failed: number, held: number): GatedRun =>
  gatedRun(
    [
      caseFacts('a', passed, failed, {
        title: 'search result matches its declared output schema',
        scores: [
          scorerFacts('toolResultMatchesSchema.0123456789abcdef', {
            scored: passed + failed,
            passed: held,
            total: held,
          }),
        ],
      }),
    ],
    { p95LatencyMs: 1_495.2, costUsd: 0.1234567 },
  );

const decided = (policy: GatePolicy, run = trials(51, 32, 51), baseline = trials(77, 6, 83)) => ({
  ...evaluateGate(policy, { run, baseline, baselineName: 'run 6' }),
  policy,
});

const rows: [GatePolicy, string[]][] = [
  [{ minimumPassRate: 0.9 }, ['failed', 'pass rate', '61 %', 'at least 90 %', 'interval 51–71 %']],
  [{ maximumP95LatencyMs: 2_000 }, ['passed', 'p95 latency', '1 495 ms', 'at most 2 000 ms']],
  [{ maximumP95LatencyMs: 1_495 }, ['failed', 'p95 latency', '1 495.2 ms', 'at most 1 495 ms']],
  [{ maximumTotalTokens: 1_200 }, ['passed', 'tokens', '1 000', 'at most 1 200']],
  [{ maximumCostUsd: 0.1 }, ['failed', 'cost', '$0.123457', 'at most $0.1']],
  [
    { noDeterministicRegressions: true },
    [
      'failed',
      'regressions',
      '1',
      'at most 0',
      'first: toolResultMatchesSchema of "search result matches its declared output schema"',
    ],
  ],
  [{ maximumP95LatencyIncreaseMs: 10 }, ['passed', 'p95 latency change', '0 ms', 'at most 10 ms']],
  [
    { passRateRegression: { minEffectSize: 0.02 } },
    ['failed', 'against run 6', '−31 points', 'at most −2 points', 'interval −43 to −19: more than noise'],
  ],
  [{ minimumScorerPassRate: { missing: 0.5 } }, ['usage_error', 'pass rate of missing', 'The run has no such scorer.']],
];
test.each(rows)('the policy %j is told in columns', (policy, columns) => {
  const [verdict] = plain(decided(policy).verdicts);
  const { status, label, observedText, thresholdText, note } = verdict as GateVerdict;
  expect([status, label, observedText, thresholdText, note].filter((each) => each !== undefined)).toEqual(columns);
});

test.each<[GatePolicy, string, string]>([
  [
    { minimumPassRate: 0.9, maximumP95LatencyMs: 2_000, maximumTotalTokens: 1 },
    'The gate failed: 2 of 3 rules.',
    'The pass rate is 61 %; at least 90 % is required. The number of tokens is 1 000; at most 1 is allowed.',
  ],
  [{ minimumPassRate: 0.5, maximumTotalTokens: 1_000 }, 'The gate passed: all 2 rules hold.', ''],
  [{ minimumPassRate: 0.5 }, 'The gate passed: its rule holds.', ''],
  [{ name: 'release', minimumPassRate: 0.5 }, 'Gate release passed: its rule holds.', ''],
  [{}, 'The gate passed: it has no rules.', ''],
  [
    { minimumPassRate: 50 },
    'The gate cannot be applied: 1 of 1 rule.',
    '50 is not a fraction from 0 to 1; a percent has to be divided by 100.',
  ],
])('the gate %j is told in one sentence', (policy, sentence, because) =>
  expect(plain(describeGate(decided(policy), null))).toEqual({ sentence, because }),
);

test('a waiver is told with its reason beside a gate that is not decided', () => {
  const open = decided({ minimumPassRate: 0.9 }, { ...trials(1, 0, 1), isComplete: false });
  expect(describeGate(open, { reason: 'hotfix' })).toEqual({
    sentence: 'The gate is not decided: 1 of 1 rule could not be measured.',
    because: 'The run did not finish, so trials are missing. A waiver lets the run pass: hotfix',
  });
});

test('the sentence of a wave says that it is under way or not mined', () => {
  const sessions = { total: 40, underWay: 12, graded: 28, passed: 20, brokenOff: 0, settledEarly: 0 };
  const wave = { outcome: 'undecided' as const, isOver: false, verdicts: [] };
  expect(plain(describeWaveGate({ ...wave, sessions })).sentence).toBe(
    'The wave is under way: 12 of 40 sessions are not over or not graded yet.',
  );
  expect(describeWaveGate({ ...wave, sessions: { ...sessions, underWay: 0 } }).sentence).toBe(
    'The gate of the wave is not decided yet: its findings are not mined.',
  );
});
