import { decideRun, type RunFacts } from './decide-run.ts';

const decided = (facts: Partial<RunFacts>) => decideRun({ status: 'completed', total: 3, passed: 2, failed: 1, minimumAccuracy: 100, ...facts });

test.each<[string, Partial<RunFacts>, string]>([
  ['every trial has to pass at 100 percent', {}, 'failed'],
  ['and when every one did, the run passed', { passed: 3, failed: 0 }, 'passed'],
  ['just below the minimum', { minimumAccuracy: 66.67 }, 'failed'],
  ['just above it', { minimumAccuracy: 66.66 }, 'passed'],
  ['exactly on a decimal minimum', { minimumAccuracy: 56.6, total: 1_000, passed: 566, failed: 434 }, 'passed'],
  ['exactly on another that floats do not hold', { minimumAccuracy: 0.7, total: 1_000, passed: 7, failed: 993 }, 'passed'],
  ['no minimum', { minimumAccuracy: 0, passed: 0, failed: 3 }, 'passed'],
  ['no trials are no accuracy', { total: 0, passed: 0, failed: 0 }, 'failed'],
])('%s', (_, facts, verdict) => expect(decided(facts)).toMatchObject({ verdict, measurementUnit: 'trial' }));

test.each([['running', 'runNotTerminal'], ['pending', 'runNotTerminal'], ['cancelled', 'runStatusNotAVerdict'], ['failed', 'runStatusNotAVerdict'], ['timed_out', 'runStatusNotAVerdict']])(
  'a run that is %s has no verdict, which is not a failure', (status, reason) => {
    expect(decided({ status, passed: 3, failed: 0 })).toMatchObject({ verdict: 'notEstablished', undecided: { reason } });
  });

test('the pass rate is a fraction of all trials', () => {
  expect(decided({}).summary).toEqual({ total: 3, passed: 2, failed: 1, passRate: 2 / 3 });
  expect(decided({ total: 0, passed: 0, failed: 0 }).summary.passRate).toBe(0);
});
