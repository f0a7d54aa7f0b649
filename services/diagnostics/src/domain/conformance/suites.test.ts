import type { ConformanceSuite } from '@assay/contract/areas/conformance/check';
import { conclusionOf, summaryOf, type ScenarioCount } from './suites.ts';

const count = (status: ScenarioCount['status'], suite: ConformanceSuite = 'protocol', times = 1): ScenarioCount => ({
  suite,
  status,
  count: times,
});

test.each<[string, ConformanceSuite[], ScenarioCount[], string, string[]]>([
  ['all passed', ['protocol'], [count('passed')], 'passed', ['passed']],
  ['a warning is no failure', ['protocol'], [count('warning')], 'passed', ['passed']],
  ['one failed', ['protocol'], [count('passed', 'protocol', 9), count('failed')], 'failed', ['failed']],
  ['one could not run', ['protocol'], [count('passed'), count('couldNotRun')], 'incomplete', ['passed']],
  [
    'what does not apply counts for nothing',
    ['protocol'],
    [count('passed'), count('notApplicable'), count('skipped')],
    'passed',
    ['passed'],
  ],
  ['nothing applied', ['protocol'], [count('notApplicable')], 'incomplete', ['notAvailable']],
  ['a suite without a report', ['protocol', 'apps'], [count('passed')], 'incomplete', ['passed', 'couldNotRun']],
  [
    'a suite that does not apply to the server',
    ['protocol', 'apps'],
    [count('passed'), count('notApplicable', 'apps')],
    'passed',
    ['passed', 'notAvailable'],
  ],
  [
    'a suite of which nothing could run',
    ['protocol', 'apps'],
    [count('passed'), count('notApplicable', 'apps'), count('couldNotRun', 'apps')],
    'incomplete',
    ['passed', 'couldNotRun'],
  ],
  [
    'a failure outweighs a suite that is missing',
    ['protocol', 'apps'],
    [count('failed')],
    'failed',
    ['failed', 'couldNotRun'],
  ],
  [
    'a suite that was not requested counts too',
    ['protocol'],
    [count('passed'), count('failed', 'oauth')],
    'failed',
    ['passed', 'failed'],
  ],
])('%s', (_, requested, counts, outcome, statuses) => {
  const concluded = conclusionOf(requested, counts);
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
