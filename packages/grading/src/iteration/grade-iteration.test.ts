import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep, StepAssertion } from '@assay/contract/areas/cases/step';
import type { LiveVerdict, Rendering, Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import {
  assertStep,
  toolCall,
  frozenCase,
  promptStep,
  stepsEnded,
  promptReplied,
  toolError,
  toolStep,
  transcript,
  withoutResult,
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

describe('the verdict', () => {
  test('a single tool call passes when it succeeds', () => {
    expect(grade(frozenCase([toolStep('s1')]), { toolCalls: [toolCall('echo')] })).toMatchObject({
      result: 'passed',
      faults: [],
      evaluatorError: false,
    });
  });

  test('a tool error fails the iteration unless the case tolerates it', () => {
    const steps = [toolStep('s1')];
    const seen = { steps: stepsEnded(steps, 'fail'), toolCalls: [toolCall('echo', {}, toolError('no'))] };
    expect(grade(frozenCase(steps), seen)).toMatchObject({ result: 'failed', faults: [{ kind: 'toolError' }] });
    expect(grade(frozenCase(steps, { failOnToolError: false }), seen)).toMatchObject({ result: 'passed', faults: [] });
  });

  test('the fault of a JSON-RPC error quotes the words of the server', () => {
    const message = 'The server answered tools/call with JSON-RPC error -32603: connect ECONNREFUSED, token=abc';
    const refused = { ...withoutResult('echo'), isError: true, error: { code: 'RPC_ERROR', message } };
    const { faults } = grade(frozenCase([toolStep('s1')]), { toolCalls: [refused] });
    expect(faults).toMatchObject([
      { kind: 'toolError', reason: expect.stringContaining('-32603: connect ECONNREFUSED, token=[redacted]') },
    ]);
  });

  test('a call whose arguments are no JSON counts as failed by the model, not by the tool', () => {
    const malformed = {
      ...withoutResult('echo'),
      isError: true,
      error: { code: 'INVALID_ARGUMENTS', message: 'The arguments of echo have to be a JSON object, and are not: {' },
    };
    const steps = [promptStep('p'), assertStep('a', { type: 'noToolErrors' })];
    const seen = { ...promptReplied('Sorry.'), toolCalls: [malformed, toolCall('echo')] };
    expect(grade(frozenCase(steps), seen)).toMatchObject({
      result: 'failed',
      faults: [{ kind: 'malformedCall', reason: expect.stringContaining('have to be a JSON object') }],
      checks: [{ type: 'noToolErrors', status: 'passed' }],
      actualToolCalls: [{ isError: false }],
    });
  });

  test('a malformed call counts as none for assertions about the called tools', () => {
    const malformed = { ...withoutResult('echo'), isError: true, error: { code: 'INVALID_ARGUMENTS', message: '{' } };
    const steps = [promptStep('p'), assertStep('a', { type: 'toolCalledAtLeastOnce', toolName: 'echo' })];
    const seen = { ...promptReplied('Sorry.'), toolCalls: [malformed] };
    expect(grade(frozenCase(steps, { failOnToolError: false }), seen)).toMatchObject({
      result: 'failed',
      checks: [{ type: 'toolCalledAtLeastOnce', status: 'failed' }],
      actualToolCalls: [],
    });
  });

  test('a step that failed before its call fails the iteration in any case', () => {
    const steps = [toolStep('s1')];
    expect(grade(frozenCase(steps, { failOnToolError: false }), { steps: stepsEnded(steps, 'fail') })).toMatchObject({
      result: 'failed',
      faults: [{ kind: 'stepNotDone' }],
    });
  });

  test('an iteration that broke off fails with any assertions', () => {
    expect(
      grade(frozenCase([toolStep('s1')]), {
        toolCalls: [toolCall('echo')],
        error: { code: 'TIMEOUT', message: 'Too slow.' },
      }),
    ).toMatchObject({ result: 'failed', faults: [{ kind: 'iterationError', reason: 'TIMEOUT: Too slow.' }] });
  });

  test.each([
    ['left out of the transcript', []],
    ['skipped', stepsEnded([toolStep('s1'), assertStep('a1', never)], 'skipped')],
  ])('steps that were %s never pass', (_, steps) => {
    const { result, checks, faults } = grade(frozenCase([toolStep('s1'), assertStep('a1', never)]), { steps });
    expect([result, checks[0]!.status, faults.map(({ kind }) => kind)]).toEqual([
      'failed',
      'not_applicable',
      ['stepNotDone'],
    ]);
  });

  test('an advisory failure is reported and does not decide', () => {
    const { result, checks, evaluatorError } = grade(frozenCase([toolStep('s1')]), { toolCalls: [toolCall('echo')] }, [
      { ...never, role: 'advisory' },
      { type: 'toolNamesUnique', role: 'advisory' },
    ]);
    expect([result, evaluatorError, checks.map(({ status }) => status)]).toEqual([
      'passed',
      false,
      ['failed', 'error'],
    ]);
  });

  test('the role required gates like gating', () => {
    expect(
      grade(frozenCase([toolStep('s1')]), { toolCalls: [toolCall('echo')] }, [{ ...never, role: 'required' }]).result,
    ).toBe('failed');
  });

  test('a gating assertion without evidence fails the iteration as an evaluator error', () => {
    expect(
      grade(frozenCase([toolStep('s1')]), { toolCalls: [toolCall('echo')] }, [{ type: 'toolNamesUnique' }]),
    ).toMatchObject({ result: 'failed', evaluatorError: true });
  });

  test('a negative case passes only without any call', () => {
    const negative = frozenCase([promptStep('p1')], { isNegative: true });
    expect(grade(negative, promptReplied('No.')).result).toBe('passed');
    expect(grade(negative, { toolCalls: [toolCall('echo', {}, { stepId: 'p1', promptIndex: 0 })] })).toMatchObject({
      result: 'failed',
      faults: [{ kind: 'negativeCase' }],
    });
  });
});

describe('on a live page', () => {
  const visible: StepAssertion = { kind: 'textVisible', toolName: 'chart', text: 'Total' };
  const click: EvalTestStep = { id: 'i1', kind: 'interact', toolName: 'chart', action: { kind: 'key', key: 'Enter' } };
  const steps = [toolStep('s1'), click, assertStep('a1', visible)];
  const records = (live: LiveVerdict) =>
    stepsEnded(steps).map((record) =>
      record.kind === 'assert'
        ? { ...record, status: live.status === 'passed' ? ('ok' as const) : ('fail' as const), live }
        : record,
    );
  const judged = (live: LiveVerdict) =>
    grade(frozenCase(steps), { steps: records(live), toolCalls: [toolCall('echo')] });

  test.each([
    ['passed', 'passed', false],
    ['failed', 'failed', false],
    ['error', 'failed', true],
  ] as const)('an assertion keeps the verdict %s of its step', (status, result, evaluatorError) => {
    expect(judged({ status, reason: 'Seen.' })).toMatchObject({
      result,
      evaluatorError,
      faults: [],
      checks: [{ stepId: 'a1', status, reason: 'Seen.', live: true, stage: 'userValue' }],
    });
  });

  test('a step that failed on it fails the iteration, even where a call of the widget failed too', () => {
    const failed = stepsEnded(steps).map((record) =>
      record.kind === 'interact' ? { ...record, status: 'fail' as const, reason: 'There is no button.' } : record,
    );
    const call = toolCall('refresh', {}, { ...toolError('down'), stepId: 'i1', stepIndex: 1, origin: 'widget' });
    expect(
      grade(frozenCase(steps, { failOnToolError: false }), { steps: failed, toolCalls: [toolCall('echo'), call] }),
    ).toMatchObject({
      result: 'failed',
      faults: [{ kind: 'stepNotDone', reason: expect.stringContaining('There is no button.') }],
    });
  });
});

describe('a lone tool call', () => {
  const only = frozenCase([toolStep('s1')]);
  const rendering = (status: Rendering['status']): Rendering[] => [{ toolName: 'echo', stepIndex: 0, status }];
  const checksOf = (renderings: Rendering[] | undefined, steps = only) =>
    grade(steps, { toolCalls: [toolCall('echo')], ...given({ renderings }) }).checks.map(
      ({ stepId, type, status }) => `${stepId} ${type} ${status}`,
    );

  test.each<[string, Rendering[] | undefined, string[]]>([
    ['that its widget is rendered', rendering('rendered'), ['s1-rendered widgetRendered passed']],
    ['that it is not broken', rendering('mount_failed'), ['s1-rendered widgetRendered failed']],
    ['nothing known where the browser is gone', rendering('browser_unavailable'), ['s1-rendered widgetRendered error']],
    ['nothing of a tool without a widget', rendering('no_ui_resource'), []],
    ['nothing where no browser watched', undefined, []],
  ])('asserts %s', (_, renderings, checks) => expect(checksOf(renderings)).toEqual(checks));

  test('beside an assertion asserts nothing by itself', () => {
    const steps = frozenCase([toolStep('s1'), assertStep('a1', { type: 'noToolErrors' })]);
    expect(checksOf(rendering('mount_failed'), steps)).toEqual(['a1 noToolErrors passed']);
  });
});

describe('a call that a widget made', () => {
  const own = toolCall('refresh', {}, { origin: 'widget', widgetOf: 'call-echo' });
  const gradeWith = (assertion: EvalAssertion, call = own) =>
    grade(frozenCase([toolStep('s1')]), { toolCalls: [toolCall('echo'), call] }, [assertion]).checks[0]!.status;

  test.each<[string, EvalAssertion, 'passed' | 'failed']>([
    ['not for choosing the tool', { type: 'toolNeverCalled', toolName: 'refresh' }, 'passed'],
    ['not for calling it at least once', { type: 'toolCalledAtLeastOnce', toolName: 'refresh' }, 'failed'],
    ['not for the number of calls', { type: 'toolCallCountUnder', count: 2 }, 'passed'],
    ['for answers', { type: 'toolResultContains', toolName: 'refresh', needle: 'done' }, 'passed'],
  ])('counts %s', (_, assertion, status) => expect(gradeWith(assertion)).toBe(status));

  test('fails the iteration when it fails, like any other call', () => {
    expect(gradeWith({ type: 'noToolErrors' }, { ...own, ...toolError('down') })).toBe('failed');
    expect(
      grade(frozenCase([toolStep('s1')]), { toolCalls: [toolCall('echo'), { ...own, ...toolError('down') }] }),
    ).toMatchObject({ result: 'failed', faults: [{ kind: 'toolError' }] });
  });

  test('repeats no call of the model', () => {
    const again = toolCall('echo', {}, { origin: 'widget' });
    expect(gradeWith({ type: 'noRepeatedIdenticalCall', role: 'advisory' }, again)).toBe('passed');
  });

  test('is shown with its origin', () => {
    expect(
      grade(frozenCase([toolStep('s1')]), { toolCalls: [toolCall('echo'), own] }).actualToolCalls.map(
        ({ origin }) => origin,
      ),
    ).toEqual([undefined, 'widget']);
  });
});

describe('without a live page', () => {
  const visible: StepAssertion = { kind: 'textVisible', toolName: 'chart', text: 'Total' };
  const click: EvalTestStep = { id: 'i1', kind: 'interact', toolName: 'chart', action: { kind: 'key', key: 'Enter' } };

  test('an assertion about it is an evaluator error and gates', () => {
    const { result, evaluatorError, checks, stepOutcomes } = grade(
      frozenCase([toolStep('s1'), assertStep('a1', visible)]),
      {
        toolCalls: [toolCall('echo')],
      },
    );
    expect([result, evaluatorError]).toEqual(['failed', true]);
    expect(checks).toMatchObject([
      { source: 'step', stepId: 'a1', type: 'textVisible', role: 'gating', stage: 'userValue', status: 'error' },
    ]);
    expect(stepOutcomes[1]).toMatchObject({ stepId: 'a1', status: 'fail' });
  });

  test('a step that acts on it is one fault, which says nothing about the server', () => {
    const steps = [toolStep('s1'), click, assertStep('a1', { type: 'toolCalledAtLeastOnce', toolName: 'echo' })];
    const records = stepsEnded(steps).map((record) =>
      record.kind === 'interact' ? { ...record, status: 'skipped' as const, reason: 'There is no browser.' } : record,
    );
    expect(grade(frozenCase(steps), { steps: records, toolCalls: [toolCall('echo')] })).toMatchObject({
      result: 'failed',
      evaluatorError: true,
      faults: [{ kind: 'stepNotDone', evaluatorError: true, reason: expect.stringContaining('There is no browser.') }],
      checks: [{ stepId: 'a1', status: 'passed' }],
    });
  });

  test('a step that an aborted iteration did not reach is no evaluator error', () => {
    const steps = [toolStep('s1'), click];
    expect(
      grade(frozenCase(steps), { steps: stepsEnded([steps[0]!]), error: { code: 'TIMEOUT', message: 'Too slow.' } }),
    ).toMatchObject({
      evaluatorError: false,
      faults: [{ kind: 'iterationError' }, { kind: 'stepNotDone' }],
    });
  });

  test('its assertions and others never share an id', () => {
    const { scores } = grade(
      frozenCase([toolStep('s1'), assertStep('a1', visible), assertStep('a2', { ...visible, text: 'Sum' })]),
    );
    expect(new Set(scores.map(({ scorerId }) => scorerId)).size).toBe(2);
  });
});

test.each(['optional', '', null, 1])('an assertion with the role %j gates', (role) => {
  expect(
    grade(frozenCase([toolStep('s1')]), { toolCalls: [toolCall('echo')] }, [{ ...never, role } as never]),
  ).toMatchObject({
    result: 'failed',
    checks: [{ role: 'gating', status: 'failed' }],
  });
});

test('one malformed assertion does not keep the others from being evaluated', () => {
  const { checks } = grade(frozenCase([toolStep('s1')]), { toolCalls: [toolCall('echo')] }, [
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
  const steps = [promptStep('p1'), assertStep('a1', called('one')), assertStep('a2', called('two'))];
  const made = (...names: string[]) => ({
    toolCalls: names.map((name) => toolCall(name, {}, { stepId: 'p1', promptIndex: 0 })),
  });
  const matchOptions = { toolCallOrder: 'in-order', extraToolCalls: 0, arguments: 'partial' } as const;

  test('compare the calls of a turn with the expectations that follow its prompt', () => {
    expect(grade(frozenCase(steps, { matchOptions }), made('one', 'two')).result).toBe('passed');
    expect(grade(frozenCase(steps, { matchOptions }), made('two', 'one'))).toMatchObject({
      result: 'failed',
      faults: [{ kind: 'toolCallMatch', reason: expect.stringContaining('two') }],
    });
    expect(grade(frozenCase(steps, { matchOptions }), made('one', 'two', 'three')).result).toBe('failed');
  });

  test('when absent, order is free and one call may satisfy two assertions', () => {
    expect(grade(frozenCase([...steps, assertStep('a3', called('two'))]), made('two', 'one')).result).toBe('passed');
  });

  test('a call of a step is not a call of the model', () => {
    const mixed = frozenCase([...steps, toolStep('t1')], { matchOptions });
    const { toolCalls } = made('one', 'two');
    expect(
      grade(mixed, { toolCalls: [...toolCalls, toolCall('echo', {}, { stepId: 't1', stepIndex: 3 })] }).result,
    ).toBe('passed');
  });

  test('a turn without expectations fails only on too many extra calls', () => {
    expect(grade(frozenCase([promptStep('p1')], { matchOptions }), made('one')).result).toBe('failed');
    expect(
      grade(
        frozenCase([promptStep('p1')], { matchOptions: { ...matchOptions, extraToolCalls: 'unlimited' } }),
        made('one'),
      ).result,
    ).toBe('passed');
  });
});

test('a result that breaks the protocol is a finding of its call and no failure of the trial', () => {
  const findings = [
    { code: 'contentInvalid' as const, path: '/content', message: 'The content is a text, and not a list.' },
  ];
  expect(grade(frozenCase([toolStep('s1')]), { toolCalls: [toolCall('echo', {}, { findings })] })).toMatchObject({
    result: 'passed',
    actualToolCalls: [{ toolName: 'echo', findings }],
  });
});
