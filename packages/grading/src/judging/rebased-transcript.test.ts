import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import {
  assertStep,
  toolCall,
  frozenCase,
  promptStep,
  stepsEnded,
  textResult,
  toolStep,
  transcript,
} from '../../test/transcripts.ts';
import { gradeIteration } from '../iteration/grade-iteration.ts';
import { haveSameActions, rebasedTranscript } from './rebased-transcript.ts';

const contains = (id: string, needle: string) => assertStep(id, { type: 'toolResultContains', needle });
const was = [toolStep('one'), contains('a', 'first'), toolStep('two')];
const recorded = transcript({
  steps: stepsEnded(was),
  toolCalls: [
    toolCall('echo', {}, { stepId: 'one', stepIndex: 0, result: textResult('first') }),
    toolCall('echo', {}, { stepId: 'two', stepIndex: 2, result: textResult('second') }),
  ],
});
const grade = (to: EvalTestStep[], of = recorded) => gradeIteration(frozenCase(to), [], rebasedTranscript(of, was, to));

test.each<[string, EvalTestStep[], boolean]>([
  ['other assertions', [toolStep('one'), toolStep('two'), contains('z', 'x')], true],
  ['another call', [toolStep('one'), { ...toolStep('two'), toolName: 'other' } as EvalTestStep], false],
  ['another order', [toolStep('two'), toolStep('one')], false],
  ['one step more', [...was, promptStep('three')], false],
])('a case with %s', (_, to, same) => expect(haveSameActions(was, to)).toBe(same));

test('a new assertion sees the evidence of its position', () => {
  expect(grade([contains('early', 'first'), toolStep('one'), toolStep('two')]).result).toBe('failed');
  expect(grade([toolStep('one'), toolStep('two'), contains('late', 'second')]).result).toBe('passed');
  expect(grade([toolStep('one'), contains('between', 'second'), toolStep('two')])).toMatchObject({
    result: 'failed',
    checks: [{ stepId: 'between', status: 'failed' }],
  });
});

test('the same steps have the same grade', () =>
  expect(gradeIteration(frozenCase(was), [], rebasedTranscript(recorded, was, was))).toEqual(
    gradeIteration(frozenCase(was), [], recorded),
  ));

test('an iteration that broke off reached no later assertion', () => {
  const broken = {
    ...recorded,
    steps: stepsEnded(was).slice(0, 2),
    toolCalls: recorded.toolCalls.slice(0, 1),
    error: { code: 'TIMEOUT', message: 'gone' },
  };
  expect(
    grade([contains('early', 'x'), toolStep('one'), toolStep('two'), contains('late', 'y')], broken).checks.map(
      ({ stepId, status }) => [stepId, status],
    ),
  ).toEqual([
    ['early', 'failed'],
    ['late', 'not_applicable'],
  ]);
});

describe('a verdict on a live page', () => {
  const seen = assertStep('v', { kind: 'textVisible', toolName: 'echo', text: 'first' });
  const live = [toolStep('one'), seen, toolStep('two')];
  const watched = transcript({
    steps: stepsEnded(live).map((record) =>
      record.stepId === 'v'
        ? { ...record, status: 'ok' as const, live: { status: 'passed' as const, reason: 'It is there.' } }
        : record,
    ),
    toolCalls: recorded.toolCalls,
  });
  const statusOf = (to: EvalTestStep[]) =>
    gradeIteration(frozenCase(to), [], rebasedTranscript(watched, live, to)).checks.find(
      ({ stepId }) => stepId === 'v',
    )!.status;

  test.each<[string, EvalTestStep[], string]>([
    ['is kept where nothing changed', live, 'passed'],
    ['is kept beside a new assertion', [toolStep('one'), contains('a', 'first'), seen, toolStep('two')], 'passed'],
    ['does not hold at another moment', [toolStep('one'), toolStep('two'), seen], 'error'],
    [
      'does not hold for another assertion',
      [live[0]!, assertStep('v', { kind: 'textVisible', toolName: 'echo', text: 'second' }), live[2]!],
      'error',
    ],
  ])('%s', (_, to, status) => expect(statusOf(to)).toBe(status));
});
