import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep, StepAssertion } from '@assay/contract/areas/cases/step';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { assert, call, frozen, prompt, ran, replied, toolError, toolStep, transcript } from '../../test/transcripts.ts';
import { gradeIteration } from './grade-iteration.ts';

const grade = (graded: FrozenCase, seen: Partial<Transcript> = {}, suiteChecks: EvalAssertion[] = []) =>
  gradeIteration(graded, suiteChecks, transcript({ steps: ran(graded.steps), ...seen }));

const called = (toolName: string, args: Record<string, unknown> = {}): EvalAssertion => ({
  type: 'toolCalledWith',
  toolName,
  args: { args },
});
const never: EvalAssertion = { type: 'toolNeverCalled', toolName: 'echo' };

describe('the verdict', () => {
  test('a lone tool call passes when it succeeds', () => {
    expect(grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')] })).toMatchObject({
      result: 'passed',
      faults: [],
      evaluatorError: false,
    });
  });

  test('a tool error fails the trial unless the case tolerates it', () => {
    const steps = [toolStep('s1')];
    const seen = { steps: ran(steps, 'fail'), toolCalls: [call('echo', {}, toolError('no'))] };
    expect(grade(frozen(steps), seen)).toMatchObject({ result: 'failed', faults: [{ kind: 'toolError' }] });
    expect(grade(frozen(steps, { failOnToolError: false }), seen)).toMatchObject({ result: 'passed', faults: [] });
  });

  test('a step that failed without making its call fails the trial in any case', () => {
    const steps = [toolStep('s1')];
    expect(grade(frozen(steps, { failOnToolError: false }), { steps: ran(steps, 'fail') })).toMatchObject({
      result: 'failed',
      faults: [{ kind: 'stepNotDone' }],
    });
  });

  test('a trial that broke off fails whatever its assertions say', () => {
    expect(
      grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')], error: { code: 'TIMEOUT', message: 'Too slow.' } }),
    ).toMatchObject({ result: 'failed', faults: [{ kind: 'iterationError', reason: 'TIMEOUT: Too slow.' }] });
  });

  test.each([
    ['left out of the transcript', []],
    ['skipped', ran([toolStep('s1'), assert('a1', never)], 'skipped')],
  ])('steps that were %s never pass for done', (_, steps) => {
    const { result, checks, faults } = grade(frozen([toolStep('s1'), assert('a1', never)]), { steps });
    expect([result, checks[0]!.status, faults.map(({ kind }) => kind)]).toEqual([
      'failed',
      'not_applicable',
      ['stepNotDone'],
    ]);
  });

  test('an advisory failure is reported and does not decide', () => {
    const { result, checks, evaluatorError } = grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')] }, [
      { ...never, role: 'advisory' },
      { type: 'toolNamesUnique', role: 'advisory' },
    ]);
    expect([result, evaluatorError, checks.map(({ status }) => status)]).toEqual([
      'passed',
      false,
      ['failed', 'error'],
    ]);
  });

  test('required gates as gating does', () => {
    expect(
      grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')] }, [{ ...never, role: 'required' }]).result,
    ).toBe('failed');
  });

  test('a gating assertion without evidence fails the trial as an evaluator error', () => {
    expect(grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')] }, [{ type: 'toolNamesUnique' }])).toMatchObject(
      { result: 'failed', evaluatorError: true },
    );
  });

  test('a negative case passes only without any call', () => {
    const negative = frozen([prompt('p1')], { isNegative: true });
    expect(grade(negative, replied('No.')).result).toBe('passed');
    expect(grade(negative, { toolCalls: [call('echo', {}, { stepId: 'p1', promptIndex: 0 })] })).toMatchObject({
      result: 'failed',
      faults: [{ kind: 'negativeCase' }],
    });
  });
});

describe('a live page, which is not here', () => {
  const visible: StepAssertion = { kind: 'textVisible', toolName: 'chart', text: 'Total' };
  const click: EvalTestStep = { id: 'i1', kind: 'interact', toolName: 'chart', action: { kind: 'key', key: 'Enter' } };

  test('an assertion about it gates as an evaluator error', () => {
    const { result, evaluatorError, checks, stepOutcomes } = grade(frozen([toolStep('s1'), assert('a1', visible)]), {
      toolCalls: [call('echo')],
    });
    expect([result, evaluatorError]).toEqual(['failed', true]);
    expect(checks).toMatchObject([
      { source: 'step', stepId: 'a1', type: 'textVisible', role: 'gating', stage: 'userValue', status: 'error' },
    ]);
    expect(stepOutcomes[1]).toMatchObject({ stepId: 'a1', status: 'fail' });
  });

  test('a step that would act on it is a fault, once, and says nothing about the server', () => {
    const steps = [toolStep('s1'), click, assert('a1', { type: 'toolCalledAtLeastOnce', toolName: 'echo' })];
    const records = ran(steps).map((record) =>
      record.kind === 'interact' ? { ...record, status: 'skipped' as const, reason: 'There is no browser.' } : record,
    );
    expect(grade(frozen(steps), { steps: records, toolCalls: [call('echo')] })).toMatchObject({
      result: 'failed',
      evaluatorError: true,
      faults: [{ kind: 'stepNotDone', evaluatorError: true, reason: expect.stringContaining('There is no browser.') }],
      checks: [{ stepId: 'a1', status: 'passed' }],
    });
  });

  test('a step that was not reached because the trial broke off is no evaluator error', () => {
    const steps = [toolStep('s1'), click];
    expect(
      grade(frozen(steps), { steps: ran([steps[0]!]), error: { code: 'TIMEOUT', message: 'Too slow.' } }),
    ).toMatchObject({
      evaluatorError: false,
      faults: [{ kind: 'iterationError' }, { kind: 'stepNotDone' }],
    });
  });

  test('its assertions and others never share an identity', () => {
    const { scores } = grade(
      frozen([toolStep('s1'), assert('a1', visible), assert('a2', { ...visible, text: 'Sum' })]),
    );
    expect(new Set(scores.map(({ scorerId }) => scorerId)).size).toBe(2);
  });
});

test.each(['optional', '', null, 1])('an assertion whose role is %j gates', (role) => {
  expect(grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')] }, [{ ...never, role } as never])).toMatchObject({
    result: 'failed',
    checks: [{ role: 'gating', status: 'failed' }],
  });
});

test('one malformed assertion does not keep the others from being judged', () => {
  const { checks } = grade(frozen([toolStep('s1')]), { toolCalls: [call('echo')] }, [
    { type: 'nonsense' } as never,
    {} as never,
    { type: 'noToolErrors' },
  ]);
  expect(checks.map(({ type, status }) => [type, status])).toEqual([
    ['nonsense', 'failed'],
    ['unknown', 'failed'],
    ['noToolErrors', 'passed'],
  ]);
});

describe('match options', () => {
  const steps = [prompt('p1'), assert('a1', called('one')), assert('a2', called('two'))];
  const made = (...names: string[]) => ({
    toolCalls: names.map((name) => call(name, {}, { stepId: 'p1', promptIndex: 0 })),
  });
  const matchOptions = { toolCallOrder: 'in-order', extraToolCalls: 0, arguments: 'partial' } as const;

  test('hold the calls of a turn against the expectations that follow its prompt', () => {
    expect(grade(frozen(steps, { matchOptions }), made('one', 'two')).result).toBe('passed');
    expect(grade(frozen(steps, { matchOptions }), made('two', 'one'))).toMatchObject({
      result: 'failed',
      faults: [{ kind: 'toolCallMatch', reason: expect.stringContaining('two') }],
    });
    expect(grade(frozen(steps, { matchOptions }), made('one', 'two', 'three')).result).toBe('failed');
  });

  test('where there are none, order is free and one call may satisfy two assertions', () => {
    expect(grade(frozen([...steps, assert('a3', called('two'))]), made('two', 'one')).result).toBe('passed');
  });

  test('a call of a step is not one of the model', () => {
    const mixed = frozen([...steps, toolStep('t1')], { matchOptions });
    const { toolCalls } = made('one', 'two');
    expect(grade(mixed, { toolCalls: [...toolCalls, call('echo', {}, { stepId: 't1', stepIndex: 3 })] }).result).toBe(
      'passed',
    );
  });

  test('a turn without expectations fails only on too many extra calls', () => {
    expect(grade(frozen([prompt('p1')], { matchOptions }), made('one')).result).toBe('failed');
    expect(
      grade(frozen([prompt('p1')], { matchOptions: { ...matchOptions, extraToolCalls: 'unlimited' } }), made('one'))
        .result,
    ).toBe('passed');
  });
});
