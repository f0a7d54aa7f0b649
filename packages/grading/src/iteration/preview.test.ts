import type { StepAssertion } from '@assay/contract/areas/cases/step';
import {
  assertStep,
  toolCall,
  frozenCase,
  promptStep,
  stepsEnded,
  promptReplied,
  toolStep,
  transcript,
} from '../../test/transcripts.ts';
import { gradeIteration } from './grade-iteration.ts';
import { previewAssertions } from './preview.ts';

const steps = [
  toolStep('t1'),
  promptStep('p1'),
  assertStep('a1', { type: 'toolCalledAtLeastOnce', toolName: 'add' }),
  promptStep('p2'),
];
const seen = transcript({
  steps: stepsEnded(steps),
  ...promptReplied('One.'),
  toolCalls: [
    toolCall('echo', {}, { stepId: 't1', stepIndex: 0 }),
    toolCall('add', {}, { stepId: 'p1', stepIndex: 1, promptIndex: 0 }),
  ],
});
const never = (toolName: string): StepAssertion => ({ type: 'toolNeverCalled', toolName });
const statuses = (assertions: StepAssertion[], stepId?: string) =>
  previewAssertions(frozenCase(steps), seen, assertions, stepId)?.map(({ status }) => status);

test('without a step the whole iteration is the evidence', () => {
  expect(statuses([never('echo'), never('add'), never('sub'), { type: 'turnCountUnder', turns: 5 }])).toEqual([
    'failed',
    'failed',
    'passed',
    'passed',
  ]);
});

test.each([
  ['t1', ['failed', 'passed']],
  ['p1', ['passed', 'failed']],
  ['a1', ['passed', 'failed']],
  ['p2', ['passed', 'passed']],
])('right after %s an assert step would see only its turn', (stepId, expected) =>
  expect(statuses([never('echo'), never('add')], stepId)).toEqual(expected),
);

test('a budget of the whole iteration is not applicable after a step', () =>
  expect(statuses([{ type: 'turnCountUnder', turns: 5 }], 'p1')).toEqual(['not_applicable']));

test('after a step that was not reached there is no evidence', () => {
  expect(
    previewAssertions(frozenCase(steps), transcript({ steps: stepsEnded([steps[0]!]) }), [never('echo')], 'p1'),
  ).toMatchObject([{ status: 'not_applicable', source: 'step', stepId: 'p1' }]);
});

test('an unknown step has no preview', () => expect(statuses([never('echo')], 'p9')).toBeUndefined());

test('missing evidence or a missing live page is an error', () => {
  expect(statuses([{ type: 'toolNamesUnique' }, { kind: 'textVisible', toolName: 'chart', text: 'x' }])).toEqual([
    'error',
    'error',
  ]);
});

test('an assert step would have been graded as it was previewed', () => {
  const added = [...steps.slice(0, 3), assertStep('a2', never('add')), steps[3]!];
  const { checks } = gradeIteration(frozenCase(added), [], { ...seen, steps: stepsEnded(added) });
  const [previewed] = previewAssertions(frozenCase(steps), seen, [never('add')], 'a1')!;
  expect(checks.find(({ stepId }) => stepId === 'a2')).toEqual({ ...previewed, stepId: 'a2' });
});
