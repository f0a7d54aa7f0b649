import { decideRun, describeExclusions, undecidedReasonOf, type RunFacts } from './decide-run.ts';

const decided = (facts: Partial<RunFacts>) =>
  decideRun({
    status: 'completed',
    total: 3,
    passed: 2,
    failed: 1,
    excluded: 0,
    skipped: 0,
    minimumAccuracy: 100,
    undecidedDetail: null,
    ...facts,
  });

test.each<[string, Partial<RunFacts>, string]>([
  ['every trial has to pass at 100 percent', {}, 'failed'],
  ['and when every one did, the run passed', { passed: 3, failed: 0 }, 'passed'],
  ['just below the minimum', { minimumAccuracy: 66.67 }, 'failed'],
  ['just above it', { minimumAccuracy: 66.66 }, 'passed'],
  ['exactly on a decimal minimum', { minimumAccuracy: 56.6, total: 1_000, passed: 566, failed: 434 }, 'passed'],
  [
    'exactly on another that floats do not hold',
    { minimumAccuracy: 0.7, total: 1_000, passed: 7, failed: 993 },
    'passed',
  ],
  ['no minimum', { minimumAccuracy: 0, passed: 0, failed: 3 }, 'passed'],
  [
    'a fifth of the trials excluded leaves the others to decide',
    { total: 5, passed: 4, failed: 0, excluded: 1 },
    'passed',
  ],
  ['and their failures count', { total: 5, passed: 3, failed: 1, excluded: 1 }, 'failed'],
  [
    'more than a fifth is no verdict, though all others passed',
    { total: 9, passed: 7, failed: 0, excluded: 2 },
    'notEstablished',
  ],
  ['nor is it a failure, though all others failed', { total: 9, passed: 0, failed: 7, excluded: 2 }, 'notEstablished'],
  [
    'what was skipped makes the fifth no larger',
    { total: 109, passed: 7, failed: 0, excluded: 2, skipped: 100 },
    'notEstablished',
  ],
  ['nothing gradeable', { passed: 0, failed: 0, excluded: 3, minimumAccuracy: 0 }, 'notEstablished'],
  ['no trials', { total: 0, passed: 0, failed: 0, minimumAccuracy: 0 }, 'notEstablished'],
])('%s', (_, facts, verdict) => expect(decided(facts)).toMatchObject({ verdict, measurementUnit: 'trial' }));

test.each([
  ['running', 'runNotTerminal'],
  ['pending', 'runNotTerminal'],
  ['grading', 'runNotTerminal'],
  ['cancelled', 'runStatusNotAVerdict'],
  ['failed', 'runStatusNotAVerdict'],
  ['timed_out', 'runStatusNotAVerdict'],
])('a run that is %s has no verdict, which is not a failure', (status, reason) => {
  expect(decided({ status, passed: 3, failed: 0 })).toMatchObject({ verdict: 'notEstablished', undecided: { reason } });
  expect(undecidedReasonOf({ status, undecidedDetail: 'because' })).toEqual({ reason, detail: 'because' });
});

test('a completed run that could not be graded has no verdict, with the reason', () => {
  expect(decided({ passed: 0, failed: 0, excluded: 3, undecidedDetail: 'because' }).undecided).toEqual({
    reason: 'runResultNotAVerdict',
    detail: 'because',
  });
  expect(decided({})).not.toHaveProperty('undecided');
});

test('too few gradeable trials are reported with their number and cause', () => {
  expect(describeExclusions({ total: 12, skipped: 2 }, { platform: 1, provider: 3 })).toBe(
    '4 of 10 trials say nothing about the server: 3 failed with the provider of the model, 1 failed with this installation.',
  );
});

test('the pass rate is over gradeable trials; excluded and skipped ones are not in the total', () => {
  expect(decided({}).summary).toEqual({ total: 3, passed: 2, failed: 1, passRate: 2 / 3 });
  expect(decided({ total: 10, passed: 6, failed: 2, excluded: 1, skipped: 1 }).summary).toEqual({
    total: 8,
    passed: 6,
    failed: 2,
    passRate: 0.75,
  });
  expect(decided({ total: 0, passed: 0, failed: 0 }).summary.passRate).toBe(0);
});
