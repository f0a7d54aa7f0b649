import { gradeIteration } from '@assay/grading/iteration/grade-iteration';
import { largeTrial } from './large-trial.ts';

const { frozen, suiteChecks, transcript } = largeTrial();

test('the trial of the bench has 200 calls and 30 assertions, and all assertions pass', () => {
  const { result, checks, faults, evaluatorError, actualToolCalls } = gradeIteration(frozen, suiteChecks, transcript);
  expect(checks.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect({ result, faults, evaluatorError, checks: checks.length, calls: actualToolCalls.length }).toEqual({
    result: 'passed',
    faults: [],
    evaluatorError: false,
    checks: 30,
    calls: 200,
  });
});

test.each([
  [
    'a result that does not fit',
    { result: { content: [{ type: 'text', text: '{"items":[{"id":"1"}]}' }] } },
    'toolResultMatchesSchema',
  ],
  ['arguments that do not fit', { arguments: { query: 1, limit: 10 } }, 'argumentsMatchToolSchema'],
  ['a tool error', { isError: true }, 'noToolErrors'],
])('%s among 200 calls is found', (_, fault, type) => {
  const toolCalls = transcript.toolCalls.map((call, i) => (i === 150 ? { ...call, ...fault } : call));
  const { result, checks } = gradeIteration(frozen, suiteChecks, { ...transcript, toolCalls });
  expect([result, checks.filter(({ status }) => status === 'failed').map((check) => check.type)]).toEqual([
    'failed',
    expect.arrayContaining([type]),
  ]);
});
