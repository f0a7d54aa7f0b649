import { advisory, calls, echo, judge, judgedInTurn, tools } from '../../test/judging.ts';
import { call } from '../../test/transcripts.ts';

describe('toolCalledWith', () => {
  judge([
    [
      'listed arguments are enough',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 } } },
      calls(call('echo', { a: 1, b: 2 })),
      'passed',
    ],
    [
      'another value',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 } } },
      calls(call('echo', { a: '1' })),
      'failed',
    ],
    ['another tool', { type: 'toolCalledWith', toolName: 'echo', args: { args: {} } }, calls(call('add')), 'failed'],
    [
      'too few calls',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: {} }, minCount: 2 },
      calls(call('echo')),
      'failed',
    ],
    [
      'enough calls',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: {} }, minCount: 2 },
      calls(call('echo'), call('echo')),
      'passed',
    ],
    [
      'a key too many under exact',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 }, argumentMatching: 'exact' } },
      calls(call('echo', { a: 1, b: 2 })),
      'failed',
    ],
    [
      'any arguments under ignore',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 }, argumentMatching: 'ignore' } },
      calls(call('echo')),
      'passed',
    ],
    [
      'a placeholder stands for a type',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 'Number ' } } },
      calls(call('echo', { a: 7 })),
      'passed',
    ],
    [
      'a blank tool name never passes',
      { type: 'toolCalledWith', toolName: ' ', args: { args: {} } },
      calls(call(' ')),
      'failed',
    ],
    [
      'a malformed minCount fails closed',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: {} }, minCount: 0 },
      calls(call('echo')),
      'failed',
    ],
    [
      'arguments that are no object are not an expectation',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: [] } } as never,
      calls(call('echo')),
      'failed',
    ],
    [
      'a value under the given matching of the case',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 'any' } } },
      calls(call('echo', {})),
      'failed',
    ],
  ]);
});

describe('which tools were called', () => {
  judge([
    ['a call is enough', { type: 'toolCalledAtLeastOnce', toolName: 'echo' }, calls(call('echo')), 'passed'],
    ['no call is not', { type: 'toolCalledAtLeastOnce', toolName: 'echo' }, calls(call('add')), 'failed'],
    ['never called', { type: 'toolNeverCalled', toolName: 'echo' }, calls(call('add')), 'passed'],
    ['called after all', { type: 'toolNeverCalled', toolName: 'echo' }, calls(call('echo')), 'failed'],
    ['a blank name is not vacuously never called', { type: 'toolNeverCalled', toolName: '  ' }, {}, 'failed'],
    ['only listed tools', { type: 'onlyToolsCalled', toolNames: ['echo', 'add'] }, calls(call('add')), 'passed'],
    ['no call at all is only listed tools', { type: 'onlyToolsCalled', toolNames: ['echo'] }, {}, 'passed'],
    [
      'a tool outside of the list',
      { type: 'onlyToolsCalled', toolNames: ['echo'] },
      calls(call('echo'), call('add')),
      'failed',
    ],
    ['a blank entry in the list', { type: 'onlyToolsCalled', toolNames: ['echo', ' '] }, {}, 'failed'],
    ['a call without a name', { type: 'onlyToolsCalled', toolNames: ['echo'] }, calls(call('')), 'failed'],
    ['the first call counts', { type: 'firstToolWas', toolName: 'echo' }, calls(call('echo'), call('add')), 'passed'],
    ['a later call does not', { type: 'firstToolWas', toolName: 'add' }, calls(call('echo'), call('add')), 'failed'],
    ['there is no first call', { type: 'firstToolWas', toolName: 'echo' }, {}, 'failed'],
    ['fewer calls than the limit', { type: 'toolCallCountUnder', count: 2 }, calls(call('echo')), 'passed'],
    [
      'the limit itself is too many',
      { type: 'toolCallCountUnder', count: 2 },
      calls(call('echo'), call('add')),
      'failed',
    ],
    [
      'only calls of the named tool count',
      { type: 'toolCallCountUnder', count: 2, toolName: 'add' },
      calls(call('echo'), call('add')),
      'passed',
    ],
    [
      'in the right order',
      { type: 'toolCalledBefore', toolName: 'login', beforeToolName: 'buy' },
      calls(call('login'), call('buy'), call('buy')),
      'passed',
    ],
    [
      'one call came too early',
      { type: 'toolCalledBefore', toolName: 'login', beforeToolName: 'buy' },
      calls(call('buy'), call('login'), call('buy')),
      'failed',
    ],
    [
      'the later tool was never called',
      { type: 'toolCalledBefore', toolName: 'login', beforeToolName: 'buy' },
      {},
      'passed',
    ],
    ['zero calls are fewer than any limit', { type: 'toolCallCountUnder', count: 1 }, {}, 'passed'],
    ['a list that is none', { type: 'onlyToolsCalled', toolNames: 'echo' } as never, {}, 'failed'],
    [
      'a tool cannot come before itself',
      { type: 'toolCalledBefore', toolName: 'a', beforeToolName: 'a' },
      calls(call('a'), call('a')),
      'failed',
    ],
    [
      'an earlier tool with a blank name',
      { type: 'toolCalledBefore', toolName: ' ', beforeToolName: 'buy' },
      {},
      'failed',
    ],
    ['a blank first tool', { type: 'firstToolWas', toolName: ' ' }, calls(call(' ')), 'failed'],
  ]);
});

describe('what the called tools declare', () => {
  judge([
    [
      'nothing destructive',
      { type: 'noDestructiveToolCalled' },
      { ...calls(call('echo')), ...tools({ ...echo, annotations: { destructiveHint: false } }) },
      'passed',
    ],
    [
      'something destructive',
      { type: 'noDestructiveToolCalled' },
      { ...calls(call('echo')), ...tools({ ...echo, annotations: { destructiveHint: true } }) },
      'failed',
    ],
    [
      'destructive but not called',
      { type: 'noDestructiveToolCalled' },
      tools({ ...echo, annotations: { destructiveHint: true } }),
      'passed',
    ],
    [
      'nobody declares anything',
      { type: 'noDestructiveToolCalled' },
      { ...calls(call('echo')), ...tools(echo) },
      'error',
    ],
    ['no declarations', { type: 'noDestructiveToolCalled' }, calls(call('echo')), 'error'],
    [
      'a deprecated tool',
      { type: 'noDeprecatedToolCalled', ...advisory },
      { ...calls(call('echo')), ...tools({ name: 'echo', description: '[Deprecated] use add instead' }) },
      'failed',
    ],
    [
      'no deprecated tool',
      { type: 'noDeprecatedToolCalled', ...advisory },
      { ...calls(call('echo')), ...tools(echo) },
      'passed',
    ],
    ['deprecation unknown', { type: 'noDeprecatedToolCalled', ...advisory }, calls(call('echo')), 'error'],
    [
      'a list that was not read to its end',
      { type: 'noDestructiveToolCalled' },
      { inventory: [{ ...tools(echo).inventory![0]!, complete: false }] },
      'error',
    ],
    [
      'the same tool of another server',
      { type: 'noDestructiveToolCalled' },
      {
        ...calls(call('echo', {}, { serverId: 'other' })),
        ...tools({ ...echo, annotations: { destructiveHint: true } }),
      },
      'passed',
    ],
  ]);
});

describe('in a turn', () => {
  judge(
    [
      [
        'calls of the turn count',
        { type: 'toolCalledAtLeastOnce', toolName: 'echo' },
        calls(call('echo', {}, { stepIndex: 1, promptIndex: 1 })),
        'passed',
      ],
      [
        'calls of an earlier turn do not',
        { type: 'toolCalledAtLeastOnce', toolName: 'echo' },
        calls(call('echo', {}, { stepIndex: 0, promptIndex: 0 })),
        'failed',
      ],
      [
        'the first call is that of the turn',
        { type: 'firstToolWas', toolName: 'add' },
        calls(call('echo'), call('add', {}, { stepIndex: 1 })),
        'passed',
      ],
    ],
    judgedInTurn,
  );
});
