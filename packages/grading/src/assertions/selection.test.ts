import { advisoryRole, withCalls, echoTool, testVerdicts, verdictOfTurn, withTools } from '../../test/judging.ts';
import { toolCall } from '../../test/transcripts.ts';

describe('toolCalledWith', () => {
  testVerdicts([
    [
      'listed arguments are enough',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 } } },
      withCalls(toolCall('echo', { a: 1, b: 2 })),
      'passed',
    ],
    [
      'another value',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 } } },
      withCalls(toolCall('echo', { a: '1' })),
      'failed',
    ],
    [
      'another tool',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: {} } },
      withCalls(toolCall('add')),
      'failed',
    ],
    [
      'too few calls',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: {} }, minCount: 2 },
      withCalls(toolCall('echo')),
      'failed',
    ],
    [
      'enough calls',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: {} }, minCount: 2 },
      withCalls(toolCall('echo'), toolCall('echo')),
      'passed',
    ],
    [
      'a key too many under exact',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 }, argumentMatching: 'exact' } },
      withCalls(toolCall('echo', { a: 1, b: 2 })),
      'failed',
    ],
    [
      'any arguments under ignore',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 }, argumentMatching: 'ignore' } },
      withCalls(toolCall('echo')),
      'passed',
    ],
    [
      'a placeholder stands for a type',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 'Number ' } } },
      withCalls(toolCall('echo', { a: 7 })),
      'passed',
    ],
    [
      'a blank tool name never passes',
      { type: 'toolCalledWith', toolName: ' ', args: { args: {} } },
      withCalls(toolCall(' ')),
      'failed',
    ],
    [
      'a malformed minCount fails closed',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: {} }, minCount: 0 },
      withCalls(toolCall('echo')),
      'failed',
    ],
    [
      'arguments that are not an object are not an expectation',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: [] } } as never,
      withCalls(toolCall('echo')),
      'failed',
    ],
    [
      'a value under the given matching of the case',
      { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 'any' } } },
      withCalls(toolCall('echo', {})),
      'failed',
    ],
  ]);
});

describe('which tools were called', () => {
  testVerdicts([
    ['a call is enough', { type: 'toolCalledAtLeastOnce', toolName: 'echo' }, withCalls(toolCall('echo')), 'passed'],
    ['no call is not', { type: 'toolCalledAtLeastOnce', toolName: 'echo' }, withCalls(toolCall('add')), 'failed'],
    ['never called', { type: 'toolNeverCalled', toolName: 'echo' }, withCalls(toolCall('add')), 'passed'],
    ['called after all', { type: 'toolNeverCalled', toolName: 'echo' }, withCalls(toolCall('echo')), 'failed'],
    ['a blank name is not vacuously never called', { type: 'toolNeverCalled', toolName: '  ' }, {}, 'failed'],
    [
      'only listed tools',
      { type: 'onlyToolsCalled', toolNames: ['echo', 'add'] },
      withCalls(toolCall('add')),
      'passed',
    ],
    ['no call at all is only listed tools', { type: 'onlyToolsCalled', toolNames: ['echo'] }, {}, 'passed'],
    [
      'a tool outside of the list',
      { type: 'onlyToolsCalled', toolNames: ['echo'] },
      withCalls(toolCall('echo'), toolCall('add')),
      'failed',
    ],
    ['a blank entry in the list', { type: 'onlyToolsCalled', toolNames: ['echo', ' '] }, {}, 'failed'],
    ['a call without a name', { type: 'onlyToolsCalled', toolNames: ['echo'] }, withCalls(toolCall('')), 'failed'],
    [
      'the first call counts',
      { type: 'firstToolWas', toolName: 'echo' },
      withCalls(toolCall('echo'), toolCall('add')),
      'passed',
    ],
    [
      'a later call does not',
      { type: 'firstToolWas', toolName: 'add' },
      withCalls(toolCall('echo'), toolCall('add')),
      'failed',
    ],
    ['there is no first call', { type: 'firstToolWas', toolName: 'echo' }, {}, 'failed'],
    ['fewer calls than the limit', { type: 'toolCallCountUnder', count: 2 }, withCalls(toolCall('echo')), 'passed'],
    [
      'the limit itself is too many',
      { type: 'toolCallCountUnder', count: 2 },
      withCalls(toolCall('echo'), toolCall('add')),
      'failed',
    ],
    [
      'only calls of the named tool count',
      { type: 'toolCallCountUnder', count: 2, toolName: 'add' },
      withCalls(toolCall('echo'), toolCall('add')),
      'passed',
    ],
    [
      'in the right order',
      { type: 'toolCalledBefore', toolName: 'login', beforeToolName: 'buy' },
      withCalls(toolCall('login'), toolCall('buy'), toolCall('buy')),
      'passed',
    ],
    [
      'one call came too early',
      { type: 'toolCalledBefore', toolName: 'login', beforeToolName: 'buy' },
      withCalls(toolCall('buy'), toolCall('login'), toolCall('buy')),
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
      withCalls(toolCall('a'), toolCall('a')),
      'failed',
    ],
    [
      'an earlier tool with a blank name',
      { type: 'toolCalledBefore', toolName: ' ', beforeToolName: 'buy' },
      {},
      'failed',
    ],
    ['a blank first tool', { type: 'firstToolWas', toolName: ' ' }, withCalls(toolCall(' ')), 'failed'],
  ]);
});

describe('what the called tools declare', () => {
  testVerdicts([
    [
      'nothing destructive',
      { type: 'noDestructiveToolCalled' },
      { ...withCalls(toolCall('echo')), ...withTools({ ...echoTool, annotations: { destructiveHint: false } }) },
      'passed',
    ],
    [
      'something destructive',
      { type: 'noDestructiveToolCalled' },
      { ...withCalls(toolCall('echo')), ...withTools({ ...echoTool, annotations: { destructiveHint: true } }) },
      'failed',
    ],
    [
      'destructive but not called',
      { type: 'noDestructiveToolCalled' },
      withTools({ ...echoTool, annotations: { destructiveHint: true } }),
      'passed',
    ],
    [
      'no server declares anything',
      { type: 'noDestructiveToolCalled' },
      { ...withCalls(toolCall('echo')), ...withTools(echoTool) },
      'error',
    ],
    ['no declarations', { type: 'noDestructiveToolCalled' }, withCalls(toolCall('echo')), 'error'],
    [
      'a deprecated tool',
      { type: 'noDeprecatedToolCalled', ...advisoryRole },
      { ...withCalls(toolCall('echo')), ...withTools({ name: 'echo', description: '[Deprecated] use add instead' }) },
      'failed',
    ],
    [
      'no deprecated tool',
      { type: 'noDeprecatedToolCalled', ...advisoryRole },
      { ...withCalls(toolCall('echo')), ...withTools(echoTool) },
      'passed',
    ],
    ['deprecation unknown', { type: 'noDeprecatedToolCalled', ...advisoryRole }, withCalls(toolCall('echo')), 'error'],
    [
      'a list that was not read to its end',
      { type: 'noDestructiveToolCalled' },
      { inventory: [{ ...withTools(echoTool).inventory![0]!, complete: false }] },
      'error',
    ],
    [
      'the same tool of another server, whose declarations were not captured',
      { type: 'noDestructiveToolCalled' },
      {
        ...withCalls(toolCall('echo', {}, { serverId: 'other' })),
        ...withTools({ ...echoTool, annotations: { destructiveHint: true } }),
      },
      'error',
    ],
    [
      'a destructive tool beside a call of an undeclared one',
      { type: 'noDestructiveToolCalled' },
      {
        ...withCalls(toolCall('hidden'), toolCall('echo')),
        ...withTools({ ...echoTool, annotations: { destructiveHint: true } }),
      },
      'failed',
    ],
    [
      'a call of an undeclared tool may be deprecated',
      { type: 'noDeprecatedToolCalled', ...advisoryRole },
      { ...withCalls(toolCall('hidden')), ...withTools(echoTool) },
      'error',
    ],
    [
      'an invented tool that was never sent to a server',
      { type: 'noDeprecatedToolCalled', ...advisoryRole },
      {
        ...withCalls(toolCall('hidden', {}, { error: { code: 'TOOL_NOT_FOUND', message: 'No such tool.' } })),
        ...withTools(echoTool),
      },
      'passed',
    ],
  ]);
});

describe('in a turn', () => {
  testVerdicts(
    [
      [
        'calls of the turn count',
        { type: 'toolCalledAtLeastOnce', toolName: 'echo' },
        withCalls(toolCall('echo', {}, { stepIndex: 1, promptIndex: 1 })),
        'passed',
      ],
      [
        'calls of an earlier turn do not',
        { type: 'toolCalledAtLeastOnce', toolName: 'echo' },
        withCalls(toolCall('echo', {}, { stepIndex: 0, promptIndex: 0 })),
        'failed',
      ],
      [
        'the first call is the first call of the turn',
        { type: 'firstToolWas', toolName: 'add' },
        withCalls(toolCall('echo'), toolCall('add', {}, { stepIndex: 1 })),
        'passed',
      ],
    ],
    verdictOfTurn,
  );
});
