import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { assert, call, frozen, prompt, ran, text, toolStep, transcript } from '../../test/transcripts.ts';
import { gradeIteration } from '../iteration/grade-iteration.ts';
import { doSame, rebased } from './rebased.ts';

const contains = (id: string, needle: string) => assert(id, { type: 'toolResultContains', needle });
const was = [toolStep('one'), contains('a', 'first'), toolStep('two')];
const recorded = transcript({
  steps: ran(was),
  toolCalls: [
    call('echo', {}, { stepId: 'one', stepIndex: 0, result: text('first') }),
    call('echo', {}, { stepId: 'two', stepIndex: 2, result: text('second') }),
  ],
});
const grade = (to: EvalTestStep[], of = recorded) => gradeIteration(frozen(to), [], rebased(of, was, to));

test.each<[string, EvalTestStep[], boolean]>([
  ['other assertions', [toolStep('one'), toolStep('two'), contains('z', 'x')], true],
  ['another call', [toolStep('one'), { ...toolStep('two'), toolName: 'other' } as EvalTestStep], false],
  ['another order', [toolStep('two'), toolStep('one')], false],
  ['one step more', [...was, prompt('three')], false],
])('a case with %s', (_, to, same) => expect(doSame(was, to)).toBe(same));

test('a new assertion sees what it would have seen in its place', () => {
  expect(grade([contains('early', 'first'), toolStep('one'), toolStep('two')]).result).toBe('failed');
  expect(grade([toolStep('one'), toolStep('two'), contains('late', 'second')]).result).toBe('passed');
  expect(grade([toolStep('one'), contains('between', 'second'), toolStep('two')])).toMatchObject({
    result: 'failed',
    checks: [{ stepId: 'between', status: 'failed' }],
  });
});

test('the same steps are graded as they were', () =>
  expect(gradeIteration(frozen(was), [], rebased(recorded, was, was))).toEqual(
    gradeIteration(frozen(was), [], recorded),
  ));

test('a trial that broke off reached no assertion after that', () => {
  const broken = {
    ...recorded,
    steps: ran(was).slice(0, 2),
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
