import type { ConformanceSuite } from '@assay/contract/areas/conformance/check';
import { conclusionOf, summaryOf, type ScenarioCount, type UnavailableSuite } from './suites.ts';

const count = (status: ScenarioCount['status'], suite: ConformanceSuite = 'protocol', times = 1): ScenarioCount => ({
  suite,
  status,
  count: times,
});
const notHere = (suite: ConformanceSuite): UnavailableSuite => ({ suite, reason: 'Not here.' });

test.each<[string, ConformanceSuite[], ScenarioCount[], UnavailableSuite[], string, string[]]>([
  ['all passed', ['protocol'], [count('passed')], [], 'passed', ['passed']],
  ['a warning is no failure', ['protocol'], [count('warning')], [], 'passed', ['passed']],
  ['one failed', ['protocol'], [count('passed', 'protocol', 9), count('failed')], [], 'failed', ['failed']],
  ['one could not run', ['protocol'], [count('passed'), count('couldNotRun')], [], 'incomplete', ['passed']],
  [
    'what does not apply counts for nothing',
    ['protocol'],
    [count('passed'), count('notApplicable'), count('skipped')],
    [],
    'passed',
    ['passed'],
  ],
  ['nothing applied', ['protocol'], [count('notApplicable')], [], 'incomplete', ['couldNotRun']],
  ['a suite without a report', ['protocol', 'apps'], [count('passed')], [], 'incomplete', ['passed', 'couldNotRun']],
  [
    'a suite that the engine lacks',
    ['protocol', 'apps'],
    [count('passed')],
    [notHere('apps')],
    'incomplete',
    ['passed', 'notAvailable'],
  ],
  [
    'a failure outweighs a suite that is missing',
    ['protocol', 'apps'],
    [count('failed')],
    [notHere('apps')],
    'failed',
    ['failed', 'notAvailable'],
  ],
  [
    'a suite that was not requested counts too',
    ['protocol'],
    [count('passed'), count('failed', 'oauth')],
    [],
    'failed',
    ['passed', 'failed'],
  ],
])('%s', (_, requested, counts, unavailable, outcome, statuses) => {
  const concluded = conclusionOf(requested, counts, unavailable);
  expect([concluded.outcome, concluded.suites.map(({ status }) => status)]).toEqual([outcome, statuses]);
});

test('a running run has no outcome, and its suites without results are pending', () => {
  expect(summaryOf(['protocol', 'tasks'], [count('failed', 'protocol', 2), count('passed')])).toMatchObject({
    outcome: null,
    totalCases: 3,
    totalFailingCases: 2,
    suites: [
      { suite: 'protocol', status: 'failed', failed: 2, passed: 1 },
      { suite: 'tasks', status: 'pending' },
    ],
  });
});
