import { describeIteration, type WordedIteration } from './iteration-words.ts';

const check = (status: string) => ({ status }) as never;
const failedCall = { stage: 'call', reason: 'A long reason.', brief: 'the amount is missing' } as const;

test.each<[Partial<WordedIteration>, string]>([
  [{ mark: 'passed', checks: [check('passed'), check('passed')] }, 'Passed: 2 of 2 assertions hold.'],
  [{ mark: 'passed' }, 'Passed.'],
  [
    { mark: 'failed', failure: { stage: 'userValue' }, checks: [check('failed'), check('failed'), check('passed')] },
    'Failed at the stage user value: 2 of 3 assertions do not hold.',
  ],
  [
    { mark: 'failed', failure: failedCall, checks: [check('failed')] },
    'Failed at the stage call: the amount is missing.',
  ],
  [
    { mark: 'failed', failure: { stage: 'userValue', reason: 'The text is not there. The page has a list.' } },
    'Failed at the stage user value: The text is not there.',
  ],
  [{ mark: 'broken', error: 'The server ended.' }, 'Failed: The server ended.'],
  [{ mark: 'provider', error: 'overloaded' }, 'Not established: the provider of its model failed: overloaded.'],
  [{ mark: 'open', status: 'running' }, 'Running.'],
  [{ mark: 'open' }, 'Waiting for a runner.'],
  [{ mark: 'settled' }, 'Not needed: the verdict of its case was settled.'],
])('%j is told in words', (iteration, told) =>
  expect(describeIteration({ mark: 'open', status: 'pending', checks: [], error: null, ...iteration })).toBe(told),
);
