import type { EvalAssertion } from '@assay/contract/documents/assertion';
import type { FrozenCase } from '@assay/contract/documents/case';
import type { Transcript } from '@assay/contract/documents/transcript';
import { assert, call, frozen, prompt, ran, replied, toolError, toolStep, transcript } from '../test/transcripts.ts';
import { gradeIteration } from './grade-iteration.ts';

const grade = (graded: FrozenCase, seen: Partial<Transcript> = {}, suiteChecks: EvalAssertion[] = []) =>
  gradeIteration(graded, suiteChecks, transcript({ steps: ran(graded.steps), ...seen }));

const called = (toolName: string, args: Record<string, unknown> = {}): EvalAssertion => ({ type: 'toolCalledWith', toolName, args: { args } });
const never: EvalAssertion = { type: 'toolNeverCalled', toolName: 'echo' };

describe('what an assert step sees', () => {
  const steps = [toolStep('t1'), assert('a1', never), prompt('p1'), toolStep('t2'), assert('a2', called('echo')), prompt('p2'), assert('a3', never)];
  const statuses = (toolCalls: Transcript['toolCalls']) =>
    grade(frozen(steps), { toolCalls }).checks.map(({ stepId, status }) => [stepId, status]);

  test('calls since the start when there is no prompt before it, and none that came after it', () => {
    expect(statuses([call('echo', {}, { stepId: 't1', stepIndex: 0 })])[0]).toEqual(['a1', 'failed']);
    expect(statuses([call('echo', {}, { stepId: 't2', stepIndex: 3 })])[0]).toEqual(['a1', 'passed']);
  });

  test('calls since the latest prompt, by the model and by steps', () => {
    expect(statuses([call('echo', {}, { stepId: 't1', stepIndex: 0 })])).toEqual([['a1', 'failed'], ['a2', 'failed'], ['a3', 'passed']]);
    expect(statuses([call('echo', {}, { stepId: 'p1', stepIndex: 2, promptIndex: 0 })])).toEqual([['a1', 'passed'], ['a2', 'passed'], ['a3', 'passed']]);
    expect(statuses([call('echo', {}, { stepId: 'p2', stepIndex: 5, promptIndex: 1 })])[2]).toEqual(['a3', 'failed']);
  });

  test('the reply of its own turn', () => {
    const turns = frozen([prompt('p1'), assert('a1', { type: 'responseContains', needle: 'one' }), prompt('p2'), assert('a2', { type: 'responseContains', needle: 'two' })]);
    const messages = [{ role: 'assistant' as const, content: 'one', promptIndex: 0 }, { role: 'assistant' as const, content: 'two', promptIndex: 1 }];
    expect(grade(turns, { messages, userMessages: 2 }).result).toBe('passed');
  });

  test('budgets of the whole trial are not judged by a turn', () => {
    const { result, checks } = grade(frozen([prompt('p1'), assert('a1', { type: 'tokenBudgetUnder', tokens: 1 })]), { usage: { totalTokens: 99 } });
    expect([result, checks[0]!.status]).toEqual(['passed', 'not_applicable']);
  });
});

describe('the verdict', () => {
  test('a lone tool call passes when it succeeds', () => {
    expect(grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')] })).toMatchObject({ result: 'passed', faults: [], evaluatorError: false });
  });

  test('a tool error fails the trial unless the case tolerates it', () => {
    const steps = [toolStep('s1')];
    const seen = { steps: ran(steps, 'fail'), toolCalls: [call('echo', {}, toolError('no'))] };
    expect(grade(frozen(steps), seen)).toMatchObject({ result: 'failed', faults: [{ kind: 'toolError' }] });
    expect(grade(frozen(steps, { failOnToolError: false }), seen)).toMatchObject({ result: 'passed', faults: [] });
  });

  test('a step that failed without making its call fails the trial in any case', () => {
    const steps = [toolStep('s1')];
    expect(grade(frozen(steps, { failOnToolError: false }), { steps: ran(steps, 'fail') })).toMatchObject({ result: 'failed', faults: [{ kind: 'stepNotDone' }] });
  });

  test('a trial that broke off fails whatever its assertions say', () => {
    expect(grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')], error: { code: 'TIMEOUT', message: 'Too slow.' } }))
      .toMatchObject({ result: 'failed', faults: [{ kind: 'iterationError', reason: 'TIMEOUT: Too slow.' }] });
  });

  test.each([['left out of the transcript', []], ['skipped', ran([toolStep('s1'), assert('a1', never)], 'skipped')]])(
    'steps that were %s never pass for done', (_, steps) => {
      const { result, checks, faults } = grade(frozen([toolStep('s1'), assert('a1', never)]), { steps });
      expect([result, checks[0]!.status, faults.map(({ kind }) => kind)]).toEqual(['failed', 'not_applicable', ['stepNotDone']]);
    });

  test('an advisory failure is reported and does not decide', () => {
    const { result, checks, evaluatorError } = grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')] }, [
      { ...never, role: 'advisory' }, { type: 'toolNamesUnique', role: 'advisory' },
    ]);
    expect([result, evaluatorError, checks.map(({ status }) => status)]).toEqual(['passed', false, ['failed', 'error']]);
  });

  test('required gates as gating does', () => {
    expect(grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')] }, [{ ...never, role: 'required' }]).result).toBe('failed');
  });

  test('a gating assertion without evidence fails the trial as an evaluator error', () => {
    expect(grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')] }, [{ type: 'toolNamesUnique' }])).toMatchObject({ result: 'failed', evaluatorError: true });
  });

  test('a negative case passes only without any call', () => {
    const negative = frozen([prompt('p1')], { isNegative: true });
    expect(grade(negative, replied('No.')).result).toBe('passed');
    expect(grade(negative, { toolCalls: [call('echo', {}, { stepId: 'p1', promptIndex: 0 })] })).toMatchObject({ result: 'failed', faults: [{ kind: 'negativeCase' }] });
  });
});

describe('match options', () => {
  const steps = [prompt('p1'), assert('a1', called('one')), assert('a2', called('two'))];
  const made = (...names: string[]) => ({ toolCalls: names.map((name) => call(name, {}, { stepId: 'p1', promptIndex: 0 })) });
  const matchOptions = { toolCallOrder: 'in-order', extraToolCalls: 0, arguments: 'partial' } as const;

  test('hold the calls of a turn against the expectations that follow its prompt', () => {
    expect(grade(frozen(steps, { matchOptions }), made('one', 'two')).result).toBe('passed');
    expect(grade(frozen(steps, { matchOptions }), made('two', 'one'))).toMatchObject({ result: 'failed', faults: [{ kind: 'toolCallMatch', reason: expect.stringContaining('two') }] });
    expect(grade(frozen(steps, { matchOptions }), made('one', 'two', 'three')).result).toBe('failed');
  });

  test('where there are none, order is free and one call may satisfy two assertions', () => {
    expect(grade(frozen([...steps, assert('a3', called('two'))]), made('two', 'one')).result).toBe('passed');
  });

  test('a call of a step is not one of the model', () => {
    const mixed = frozen([...steps, toolStep('t1')], { matchOptions });
    const { toolCalls } = made('one', 'two');
    expect(grade(mixed, { toolCalls: [...toolCalls, call('echo', {}, { stepId: 't1', stepIndex: 3 })] }).result).toBe('passed');
  });

  test('a turn without expectations fails only on too many extra calls', () => {
    expect(grade(frozen([prompt('p1')], { matchOptions }), made('one')).result).toBe('failed');
    expect(grade(frozen([prompt('p1')], { matchOptions: { ...matchOptions, extraToolCalls: 'unlimited' } }), made('one')).result).toBe('passed');
  });
});

describe('the report', () => {
  const steps = [toolStep('s1'), assert('a1', called('echo', { password: 'hunter2' }))];
  const report = grade(frozen(steps), { toolCalls: [call('echo', { password: 'hunter2' })] }, [never, never]);

  test('each step has an outcome, asserts by their verdict', () => {
    expect(report.stepOutcomes).toEqual([
      { stepId: 's1', stepIndex: 0, kind: 'toolCall', status: 'ok', reason: null },
      { stepId: 'a1', stepIndex: 1, kind: 'assert', status: 'ok', reason: null },
    ]);
  });

  test('secrets are compared and not shown', () => {
    expect(report.checks[0]).toMatchObject({ source: 'step', stepId: 'a1', status: 'passed', stage: 'selection' });
    expect(JSON.stringify(report)).not.toContain('hunter2');
    expect(report.expectedToolCalls).toEqual([{ toolName: 'echo', arguments: { password: '[redacted]' }, stepId: 'a1' }]);
  });

  test('scores are 1 or 0, and two equal assertions have two ids', () => {
    expect(report.scores.map(({ value, passed }) => [value, passed])).toEqual([[1, true], [0, false], [0, false]]);
    expect(new Set(report.scores.map(({ scorerId }) => scorerId)).size).toBe(3);
  });

  test('the role changes the definition of a scorer and not its identity', () => {
    const [gating] = grade(frozen(steps), {}, [never]).scores.slice(1);
    const [advisory] = grade(frozen(steps), {}, [{ ...never, role: 'advisory', severity: 'warn' }]).scores.slice(1);
    expect(advisory!.scorerId).toBe(gating!.scorerId);
    expect(advisory!.definitionHash).not.toBe(gating!.definitionHash);
  });

  test('the same evidence is graded the same', () => expect(grade(frozen(steps), {}, [never])).toEqual(grade(frozen(steps), {}, [never])));
});
