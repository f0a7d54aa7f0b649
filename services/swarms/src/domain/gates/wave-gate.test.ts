import type { WaveGatePolicy } from '@assay/contract/areas/journey-runs/wave-gate';
import { measuredShare } from '@assay/grading/measures/measured-rate';
import { newcombeInterval } from '@assay/grading/statistics/newcombe';
import type { JourneyRunSpec } from '../journey-runs/run-spec.ts';
import { sessionsOfWave, spendingOfWave } from './wave-counts.ts';
import { evaluateWaveGate, waveGateFault, type GatedWave } from './wave-gate.ts';

/** A wave of which `passed/graded` sessions passed, and `brokenOff` broke off. */
const wave = (
  rate: string,
  { brokenOff = 0, ...more }: Partial<GatedWave> & { brokenOff?: number } = {},
): GatedWave => {
  const [passed, graded] = rate.split('/').map(Number);
  return {
    sessions: {
      total: graded! + brokenOff,
      underWay: 0,
      graded: graded!,
      passed: passed!,
      brokenOff,
      settledEarly: 0,
    },
    isMined: true,
    hasMiningFailed: false,
    costUsd: 1.5,
    unpricedSessions: 0,
    regressed: [],
    baseline: undefined,
    ...more,
  };
};

/** A baseline with its difference to the wave. */
const against = (old: string, now: string, underWay = 0): Partial<GatedWave> => {
  const [[a, m], [b, n]] = [old, now].map((text) => text.split('/').map(Number)) as [
    [number, number],
    [number, number],
  ];
  const interval = newcombeInterval({ passed: a, trials: m }, { passed: b, trials: n });
  return {
    baseline: {
      underWay,
      compared: {
        baseline: measuredShare(a, m),
        wave: measuredShare(b, n),
        difference: interval && { delta: b / n - a / m, ...interval },
        conclusion: interval && interval.upper < 0 ? 'worse' : 'undecided',
        pairs: { total: 0, bothPassed: 0, onlyBaseline: 0, onlyWave: 0, bothFailed: 0 },
      },
    },
  };
};
const finding = (dimension: string) => ({ dimension, label: 'everything/echo' });

test.each<[WaveGatePolicy, GatedWave, string, string]>([
  [{ minimumPassRate: 0.8 }, wave('30/30'), 'passed', '30 of 30 graded sessions passed: 100 %, 95 % interval 89–100 %'],
  [{ minimumPassRate: 0.8 }, wave('27/30'), 'undecided', 'About 62 graded sessions at this rate would decide it.'],
  [{ minimumPassRate: 0.8 }, wave('10/30'), 'failed', 'at least 80 % is required'],
  [{ minimumPassRate: 0.5 }, wave('15/30'), 'undecided', 'No number of sessions'],
  [{ minimumPassRate: 1 }, wave('6/6'), 'passed', '6 of 6'],
  [{ minimumPassRate: 1 }, wave('99/100'), 'failed', '99 of 100'],
  [{ minimumPassRate: 0.1 }, wave('4/4'), 'undecided', '4 sessions are graded; a pass rate needs at least 5.'],
  [{ minimumPassRate: 0.1, minimumGradedSessions: 40 }, wave('30/30'), 'undecided', '30; at least 40 is required'],
  [{ minimumGradedSessions: 30 }, wave('3/30'), 'passed', '30; at least 30'],
  [{ noRegressedFindings: {} }, wave('1/1'), 'passed', 'regressed findings is 0'],
  [
    { noRegressedFindings: {} },
    wave('1/1', { regressed: [finding('toolError')] }),
    'failed',
    'toolError of "everything/echo"',
  ],
  [
    { noRegressedFindings: { dimensions: ['deadEnd'] } },
    wave('1/1', { regressed: [finding('toolError')] }),
    'passed',
    'regressed findings is 0',
  ],
  [{ noRegressedFindings: {} }, wave('1/1', { isMined: false }), 'undecided', 'not mined yet'],
  [{ noRegressedFindings: {} }, wave('1/1', { isMined: false, hasMiningFailed: true }), 'undecided', 'failed'],
  [{ minimumGradedSessions: 1 }, wave('1/1', { isMined: false }), 'passed', '1'],
  [{ passRateRegression: {} }, wave('20/40', against('38/40', '20/40')), 'failed', 'fell by 45.0 points'],
  [{ passRateRegression: {} }, wave('36/40', against('38/40', '36/40')), 'passed', 'within noise'],
  [
    { passRateRegression: { minEffectSize: 0.5 } },
    wave('20/40', against('38/40', '20/40')),
    'passed',
    'less than 50 points are allowed',
  ],
  [{ passRateRegression: { minSampleSize: 41 } }, wave('20/40', against('38/40', '20/40')), 'undecided', 'needs 41'],
  [{ passRateRegression: {} }, wave('0/4', against('4/4', '0/4')), 'undecided', 'the baseline has 4, the wave 4'],
  [
    { passRateRegression: {} },
    wave('20/40', against('38/40', '20/40', 3)),
    'undecided',
    '3 sessions of the baseline wave',
  ],
  [{ maximumCostUsd: 1.5 }, wave('1/1'), 'passed', '$1.5; at most $1.5'],
  [{ maximumCostUsd: 1 }, wave('1/1', { unpricedSessions: 2 }), 'failed', '$1.5'],
  [{ maximumCostUsd: 2 }, wave('1/1', { unpricedSessions: 2 }), 'undecided', 'not known in 2 sessions'],
  [{ maximumBrokenOffRate: 0.1 }, wave('18/18', { brokenOff: 2 }), 'passed', '(2 of 20) is 10 %'],
  [{ maximumBrokenOffRate: 0.1 }, wave('17/17', { brokenOff: 3 }), 'failed', '15 %'],
])('the policy %j judges a wave as %#', (policy, gated, outcome, told) => {
  const report = evaluateWaveGate(policy, gated);
  expect(report.outcome).toBe(outcome);
  expect(report.sentence).toContain({ passed: 'passed', failed: 'failed', undecided: 'is not decided' }[outcome]);
  const messages = report.verdicts.map(({ message }) => message).join(' ');
  expect(messages.replaceAll('\u202f', ' ')).toContain(told);
  expect(report.because).toBe(outcome === 'passed' ? '' : messages);
});

test('nothing is decided before every session is over and graded, and each rule says so', () => {
  const gated = wave('0/30');
  const report = evaluateWaveGate(
    { minimumPassRate: 0.9, maximumCostUsd: 0 },
    { ...gated, sessions: { ...gated.sessions, total: 40, underWay: 10 } },
  );
  expect(report).toMatchObject({ outcome: 'undecided', isOver: false });
  expect(report.verdicts).toEqual(
    ['minimumPassRate', 'maximumCostUsd'].map((gate) => ({
      gate,
      label: gate === 'maximumCostUsd' ? 'cost' : 'pass rate',
      status: 'non_gateable',
      message: '10 of 40 sessions are under way or not graded yet.',
      note: '10 of 40 sessions are under way or not graded yet.',
    })),
  );
});

test('a failed rule fails the wave also where another one is open', () => {
  const { outcome, verdicts } = evaluateWaveGate({ minimumPassRate: 0.8, maximumCostUsd: 1 }, wave('27/30'));
  expect([outcome, ...verdicts.map(({ status }) => status)]).toEqual(['failed', 'non_gateable', 'failed']);
});

test.each<[object, string | undefined]>([
  [{ policy: { minimumPassRate: 1 } }, undefined],
  [{ policy: { passRateRegression: {} }, baselineWaveId: 'w0' }, undefined],
  [{ policy: { passRateRegression: {} } }, '/baselineWaveId'],
  [{ policy: { minimumPassRate: 1 }, baselineWaveId: 'w1' }, '/baselineWaveId'],
])('the request %j about wave w1 has the fault %s', (body, path) =>
  expect(waveGateFault('w1', body as Parameters<typeof waveGateFault>[1])?.path).toBe(path),
);

test('the sessions and the costs of a wave are the sums over its runs', () => {
  const run = {
    spec: { sessionsPerTarget: 6, targets: [{}, {}] } as JourneyRunSpec,
    tally: {
      'lifecycle/pending': 1,
      'lifecycle/ran': 7,
      'lifecycle/broke': 1,
      'lifecycle/withdrawn': 3,
      settledEarly: 2,
      'grading/queued': 1,
      '0/trial/passed': 3,
      '0/trial/failed': 1,
      '0/trial/settledEarly': 2,
      '1/trial/passed': 2,
      'usage/assistant/costMicros': 700_000,
      'usage/persona/costMicros': 50_000,
      'usage/persona/unpriced': 1,
    },
  };
  expect(sessionsOfWave([run, run])).toEqual({
    total: 24,
    underWay: 4,
    graded: 12,
    passed: 10,
    brokenOff: 4,
    settledEarly: 4,
  });
  expect(spendingOfWave([run, run])).toEqual({ costUsd: 1.5, unpricedSessions: 2 });
});
