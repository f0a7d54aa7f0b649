import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import {
  assertStep,
  toolCall,
  frozenCase,
  promptStep,
  stepsEnded,
  toolStep,
  transcript,
} from '../../test/transcripts.ts';
import { gradeIteration } from './grade-iteration.ts';

const grade = (graded: FrozenCase, seen: Partial<Transcript> = {}, suiteChecks: EvalAssertion[] = []) =>
  gradeIteration(graded, suiteChecks, transcript({ steps: stepsEnded(graded.steps), ...seen }));

const called = (toolName: string, args: Record<string, unknown> = {}): EvalAssertion => ({
  type: 'toolCalledWith',
  toolName,
  args: { args },
});
const never: EvalAssertion = { type: 'toolNeverCalled', toolName: 'echo' };

describe('the evidence of an assert step', () => {
  const steps = [
    toolStep('t1'),
    assertStep('a1', never),
    promptStep('p1'),
    toolStep('t2'),
    assertStep('a2', called('echo')),
    promptStep('p2'),
    assertStep('a3', never),
  ];
  const statuses = (toolCalls: Transcript['toolCalls']) =>
    grade(frozenCase(steps), { toolCalls }).checks.map(({ stepId, status }) => [stepId, status]);

  test('calls since the start when there is no prompt before it, and none after it', () => {
    expect(statuses([toolCall('echo', {}, { stepId: 't1', stepIndex: 0 })])[0]).toEqual(['a1', 'failed']);
    expect(statuses([toolCall('echo', {}, { stepId: 't2', stepIndex: 3 })])[0]).toEqual(['a1', 'passed']);
  });

  test('calls since the latest prompt, by the model and by steps', () => {
    expect(statuses([toolCall('echo', {}, { stepId: 't1', stepIndex: 0 })])).toEqual([
      ['a1', 'failed'],
      ['a2', 'failed'],
      ['a3', 'passed'],
    ]);
    expect(statuses([toolCall('echo', {}, { stepId: 'p1', stepIndex: 2, promptIndex: 0 })])).toEqual([
      ['a1', 'passed'],
      ['a2', 'passed'],
      ['a3', 'passed'],
    ]);
    expect(statuses([toolCall('echo', {}, { stepId: 'p2', stepIndex: 5, promptIndex: 1 })])[2]).toEqual([
      'a3',
      'failed',
    ]);
  });

  test('the reply of its own turn', () => {
    const turns = frozenCase([
      promptStep('p1'),
      assertStep('a1', { type: 'responseContains', needle: 'one' }),
      promptStep('p2'),
      assertStep('a2', { type: 'responseContains', needle: 'two' }),
    ]);
    const messages = [
      { role: 'assistant' as const, content: 'one', promptIndex: 0 },
      { role: 'assistant' as const, content: 'two', promptIndex: 1 },
    ];
    expect(grade(turns, { messages, userMessages: 2 }).result).toBe('passed');
  });

  test('budgets of the whole iteration are not applied to a turn', () => {
    const { result, checks } = grade(
      frozenCase([promptStep('p1'), assertStep('a1', { type: 'tokenBudgetUnder', tokens: 1 })]),
      {
        usage: { totalTokens: 99 },
      },
    );
    expect([result, checks[0]!.status]).toEqual(['passed', 'not_applicable']);
  });
});
