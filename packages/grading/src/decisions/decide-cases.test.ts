import type { RunDecision, ValidityPolicy } from '@assay/contract/areas/analysis/decision';
import type { TrialFacts, VariantFacts } from './case-trials.ts';
import { decideCases } from './decide-cases.ts';

const ALL: ValidityPolicy = {
  coverage: { kind: 'allConfiguredTrialsAttempted', minGradeableTrials: 1 },
  minCompletionRate: 0.8,
  maxEvaluatorErrorRate: 0.1,
};
const atLeast = (minEligibleTrials: number): ValidityPolicy => ({
  ...ALL,
  coverage: { kind: 'minEligibleTrials', minEligibleTrials },
});

/**
 * The states of trials by letter: passed, failed, evaluator error, broke off, timed out, setup failed, cancelled,
 * skipped, waiting, running.
 */
const TRIALS: Record<string, Pick<TrialFacts, 'status' | 'result' | 'evaluatorError'>> = {
  p: { status: 'completed', result: 'passed', evaluatorError: false },
  f: { status: 'completed', result: 'failed', evaluatorError: false },
  e: { status: 'completed', result: 'failed', evaluatorError: true },
  b: { status: 'failed', result: null, evaluatorError: false },
  t: { status: 'timed_out', result: null, evaluatorError: false },
  s: { status: 'setup_failed', result: null, evaluatorError: false },
  c: { status: 'cancelled', result: null, evaluatorError: false },
  k: { status: 'skipped', result: null, evaluatorError: false },
  w: { status: 'pending', result: null, evaluatorError: false },
  r: { status: 'running', result: null, evaluatorError: false },
};
let ids = 0;
const trials = (letters: string): TrialFacts[] =>
  letters.split('').map((letter) => ({ id: `t${ids++}`, ...TRIALS[letter]! }));
const variant = (letters: string, rest: Partial<VariantFacts> = {}): VariantFacts => ({
  caseId: 'case_1',
  model: 'scripted/rules',
  configuredTrials: letters.length,
  passThreshold: 1,
  trials: trials(letters),
  ...rest,
});

function decide(variants: VariantFacts[], policy = ALL): RunDecision {
  const decided = decideCases(variants, policy);
  if ('integrityError' in decided) throw new Error(decided.integrityError);
  return decided.decision;
}

test.each<[string, VariantFacts[], ValidityPolicy, RunDecision['verdict'], RunDecision['reasons']]>([
  ['every case met its threshold', [variant('pp'), variant('p')], ALL, 'passed', ['allMeasuredCasesMetThreshold']],
  ['one case did not', [variant('pp'), variant('pf')], ALL, 'failed', ['casePassRateBelowThreshold']],
  [
    'a case may fail trials and pass',
    [variant('pppf', { passThreshold: 0.75 })],
    ALL,
    'passed',
    ['allMeasuredCasesMetThreshold'],
  ],
  [
    'just below the threshold',
    [variant('ppf', { passThreshold: 0.67 })],
    ALL,
    'failed',
    ['casePassRateBelowThreshold'],
  ],
  [
    'two of three are two thirds',
    [variant('ppf', { passThreshold: 2 / 3 })],
    ALL,
    'passed',
    ['allMeasuredCasesMetThreshold'],
  ],
  [
    'seven of ten are 0.7',
    [variant('pppppppfff', { passThreshold: 0.7 })],
    ALL,
    'passed',
    ['allMeasuredCasesMetThreshold'],
  ],
  [
    'a threshold of 0 still needs a trial',
    [variant('p'.repeat(9)), variant('e', { passThreshold: 0 })],
    ALL,
    'inconclusive',
    ['caseHasNoEligibleTrials'],
  ],
  ['a threshold of nothing', [variant('ff', { passThreshold: 0 })], ALL, 'passed', ['allMeasuredCasesMetThreshold']],
  [
    'a trial was not reported',
    [variant('p', { configuredTrials: 2 })],
    ALL,
    'inconclusive',
    ['configuredTrialsNotAttempted'],
  ],
  ['a trial was cancelled', [variant('pc')], ALL, 'inconclusive', ['configuredTrialsNotAttempted']],
  ['a trial was skipped', [variant('pk')], ALL, 'inconclusive', ['configuredTrialsNotAttempted']],
  ['a trial waits', [variant('pw')], ALL, 'inconclusive', ['configuredTrialsNotAttempted']],
  [
    'a running trial is attempted and not completed',
    [variant('pr')],
    ALL,
    'inconclusive',
    ['completionRateBelowMinimum'],
  ],
  ['validity comes before failures', [variant('fw')], ALL, 'inconclusive', ['configuredTrialsNotAttempted']],
  ['four of five completed are enough', [variant('ppppb')], ALL, 'passed', ['allMeasuredCasesMetThreshold']],
  ['three of four are not', [variant('pppt')], ALL, 'inconclusive', ['completionRateBelowMinimum']],
  ['one evaluator error in ten is tolerated', [variant('pppppppppe')], ALL, 'passed', ['allMeasuredCasesMetThreshold']],
  ['one in nine is not', [variant('ppppppppe')], ALL, 'inconclusive', ['evaluatorErrorRateAboveMaximum']],
  [
    'nothing was attempted',
    [variant('ww')],
    ALL,
    'inconclusive',
    [
      'configuredTrialsNotAttempted',
      'noGradeableTrials',
      'completionRateNotMeasured',
      'evaluatorErrorRateNotMeasured',
      'caseHasNoEligibleTrials',
    ],
  ],
  [
    'nothing could be judged',
    [variant('e')],
    ALL,
    'inconclusive',
    ['noGradeableTrials', 'evaluatorErrorRateAboveMaximum', 'caseHasNoEligibleTrials'],
  ],
  [
    'nothing could be set up',
    [variant('ss')],
    ALL,
    'inconclusive',
    ['noGradeableTrials', 'completionRateBelowMinimum', 'caseHasNoEligibleTrials'],
  ],
  [
    'enough eligible trials, though some were not attempted',
    [variant('ppw')],
    atLeast(2),
    'passed',
    ['allMeasuredCasesMetThreshold'],
  ],
  ['too few eligible trials', [variant('ppw')], atLeast(3), 'inconclusive', ['eligibleTrialsBelowMinimum']],
  [
    'the trials of all cases count together',
    [variant('p'), variant('pp')],
    atLeast(3),
    'passed',
    ['allMeasuredCasesMetThreshold'],
  ],
  [
    'each case needs one, however many others have',
    [variant('ppppp'), variant('w')],
    atLeast(3),
    'inconclusive',
    ['caseHasNoEligibleTrials'],
  ],
])('%s', (_, variants, policy, verdict, reasons) => {
  expect(decide(variants, policy)).toMatchObject({
    verdictPolicyVersion: 2,
    verdict,
    reasons,
    validity: { policy, holds: verdict !== 'inconclusive' },
  });
});

test('a decision shows its counted and its excluded trials', () => {
  const {
    cases: [decided],
  } = decide([variant('ppfebtscrwk', { configuredTrials: 12, passThreshold: 0.6 })]);
  const left = {
    notTerminal: 3,
    skipped: 1,
    setupFailed: 1,
    cancelled: 1,
    timedOut: 1,
    executionFailed: 1,
    evaluatorError: 1,
  };
  expect(decided).toEqual({
    caseId: 'case_1',
    configuredTrials: 12,
    attemptedTrials: 8,
    eligibleTrials: 3,
    passedTrials: 2,
    failedTrials: 1,
    effectivePassThreshold: 0.6,
    passRate: { state: 'measured', value: 2 / 3, numerator: 2, denominator: 3, exclusions: left },
    completionRate: {
      state: 'measured',
      value: 0.5,
      numerator: 4,
      denominator: 8,
      exclusions: { notTerminal: 2, cancelled: 1, skipped: 1 },
    },
    observedStability: { state: 'measured', value: 2 / 3, numerator: 2, denominator: 3, exclusions: left },
    mixedVerdict: true,
    verdict: 'passed',
    reason: 'casePassRateMetThreshold',
    executionVariant: { model: 'scripted/rules', provider: 'scripted' },
  });
});

test('a rate over nothing is not measured, which differs from zero', () => {
  const {
    validity,
    cases: [decided],
  } = decide([variant('w', { model: null })]);
  const nothing = { state: 'notMeasured', value: null, numerator: 0, denominator: 0, exclusions: { notTerminal: 1 } };
  expect(validity).toMatchObject({
    configuredTrials: 1,
    attemptedTrials: 0,
    eligibleTrials: 0,
    completionRate: nothing,
    evaluatorErrorRate: nothing,
  });
  expect(decided).toMatchObject({
    passRate: nothing,
    observedStability: nothing,
    verdict: 'inconclusive',
    reason: 'caseHasNoEligibleTrials',
  });
  expect(decided).not.toHaveProperty('executionVariant');
});

test('one case with two models is decided twice', () => {
  const { verdict, cases } = decide([variant('p'), variant('f', { model: 'scripted/other' })]);
  expect([verdict, cases.map((each) => [each.caseId, each.executionVariant?.model, each.verdict])]).toEqual([
    'failed',
    [
      ['case_1', 'scripted/rules', 'passed'],
      ['case_1', 'scripted/other', 'failed'],
    ],
  ]);
});

const [twice] = trials('p');
test.each<[string, VariantFacts[], string]>([
  ['the same trial twice', [variant('', { configuredTrials: 2, trials: [twice!, twice!] })], 'twice'],
  [
    'the same trial in two cases',
    [variant('', { configuredTrials: 1, trials: [twice!] }), variant('', { configuredTrials: 1, trials: [twice!] })],
    'twice',
  ],
  ['more trials than were configured', [variant('pp', { configuredTrials: 1 })], 'configured'],
  [
    'a trial that completed without a verdict',
    [variant('', { configuredTrials: 1, trials: [{ ...twice!, result: null }] })],
    'without a verdict',
  ],
])('%s: nothing is decided', (_, variants, why) => {
  expect(decideCases(variants, ALL)).toEqual({ integrityError: expect.stringContaining(why) });
});
