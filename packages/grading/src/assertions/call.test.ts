import { advisoryRole, withCalls, echoTool, testVerdicts, withTools } from '../../test/judging.ts';
import { toolCall, inventory } from '../../test/transcripts.ts';

describe('calls', () => {
  testVerdicts([
    [
      'arguments that fit',
      { type: 'argumentsMatchToolSchema' },
      { ...withCalls(toolCall('echo', { message: 'hi', more: 1 })), ...withTools(echoTool) },
      'passed',
    ],
    [
      'arguments that do not',
      { type: 'argumentsMatchToolSchema' },
      { ...withCalls(toolCall('echo', { message: 1 })), ...withTools(echoTool) },
      'failed',
    ],
    ['without calls it passes', { type: 'argumentsMatchToolSchema' }, withTools(echoTool), 'passed'],
    ['without declarations not even then', { type: 'argumentsMatchToolSchema' }, {}, 'error'],
    [
      'a list that was not read to its end',
      { type: 'argumentsMatchToolSchema' },
      { inventory: [{ ...inventory(echoTool)[0]!, complete: false }] },
      'error',
    ],
    [
      'a tool that no server declares',
      { type: 'argumentsMatchToolSchema' },
      { ...withCalls(toolCall('add')), ...withTools(echoTool) },
      'error',
    ],
    [
      'a tool that a model made up',
      { type: 'argumentsMatchToolSchema' },
      {
        ...withCalls(
          toolCall(
            'add',
            {},
            {
              serverId: '',
              isError: true,
              error: { code: 'TOOL_NOT_FOUND', message: 'There is no tool named "add".' },
            },
          ),
        ),
        ...withTools(echoTool),
      },
      'failed',
    ],
    [
      'arguments that are not an object',
      { type: 'argumentsMatchToolSchema' },
      {
        ...withCalls(
          toolCall(
            'echo',
            { message: 'hi' },
            { isError: true, error: { code: 'INVALID_ARGUMENTS', message: 'They are not: [1]' } },
          ),
        ),
        ...withTools(echoTool),
      },
      'failed',
    ],
    [
      'a tool without a schema',
      { type: 'argumentsMatchToolSchema' },
      { ...withCalls(toolCall('echo')), ...withTools({ name: 'echo' }) },
      'error',
    ],
    [
      'an unknown dialect',
      { type: 'argumentsMatchToolSchema' },
      { ...withCalls(toolCall('echo')), ...withTools({ name: 'echo', inputSchema: { $schema: 'urn:mine' } }) },
      'error',
    ],
    [
      'a repeated call with its keys in any order',
      { type: 'noRepeatedIdenticalCall', ...advisoryRole },
      withCalls(toolCall('echo', { a: 1, b: 2 }), toolCall('echo', { b: 2, a: 1 })),
      'failed',
    ],
    [
      'a call in between',
      { type: 'noRepeatedIdenticalCall', ...advisoryRole, toolName: 'a' },
      withCalls(toolCall('a'), toolCall('b'), toolCall('a')),
      'passed',
    ],
    [
      'a repetition of another tool',
      { type: 'noRepeatedIdenticalCall', ...advisoryRole, toolName: 'a' },
      withCalls(toolCall('b'), toolCall('b')),
      'passed',
    ],
    [
      'the same name on another server',
      { type: 'noRepeatedIdenticalCall', ...advisoryRole },
      withCalls(toolCall('a'), toolCall('a', {}, { serverId: 'other' })),
      'passed',
    ],
    [
      'a schema that closes itself',
      { type: 'argumentsMatchToolSchema' },
      {
        ...withCalls(toolCall('echo', { message: 'hi', more: 1 })),
        ...withTools({ ...echoTool, inputSchema: { ...echoTool.inputSchema, additionalProperties: false } }),
      },
      'failed',
    ],
    [
      'only calls of the named tool',
      { type: 'argumentsMatchToolSchema', toolName: 'echo' },
      { ...withCalls(toolCall('add'), toolCall('echo', { message: 'hi' })), ...withTools(echoTool) },
      'passed',
    ],
    ['no repetition without calls', { type: 'noRepeatedIdenticalCall', ...advisoryRole }, {}, 'passed'],
  ]);
});
