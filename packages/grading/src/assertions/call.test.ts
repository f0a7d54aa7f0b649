import { advisory, calls, echo, judge, tools } from '../../test/judging.ts';
import { call, inventory } from '../../test/transcripts.ts';

describe('calls', () => {
  judge([
    [
      'arguments that fit',
      { type: 'argumentsMatchToolSchema' },
      { ...calls(call('echo', { message: 'hi', more: 1 })), ...tools(echo) },
      'passed',
    ],
    [
      'arguments that do not',
      { type: 'argumentsMatchToolSchema' },
      { ...calls(call('echo', { message: 1 })), ...tools(echo) },
      'failed',
    ],
    ['without calls it passes', { type: 'argumentsMatchToolSchema' }, tools(echo), 'passed'],
    ['without declarations not even then', { type: 'argumentsMatchToolSchema' }, {}, 'error'],
    [
      'a list that was not read to its end',
      { type: 'argumentsMatchToolSchema' },
      { inventory: [{ ...inventory(echo)[0]!, complete: false }] },
      'error',
    ],
    [
      'a tool that nobody declares',
      { type: 'argumentsMatchToolSchema' },
      { ...calls(call('add')), ...tools(echo) },
      'error',
    ],
    [
      'a tool that a model made up',
      { type: 'argumentsMatchToolSchema' },
      {
        ...calls(
          call(
            'add',
            {},
            {
              serverId: '',
              isError: true,
              error: { code: 'TOOL_NOT_FOUND', message: 'There is no tool named "add".' },
            },
          ),
        ),
        ...tools(echo),
      },
      'failed',
    ],
    [
      'arguments that are no object',
      { type: 'argumentsMatchToolSchema' },
      {
        ...calls(
          call(
            'echo',
            { message: 'hi' },
            { isError: true, error: { code: 'INVALID_ARGUMENTS', message: 'They are not: [1]' } },
          ),
        ),
        ...tools(echo),
      },
      'failed',
    ],
    [
      'a tool without a schema',
      { type: 'argumentsMatchToolSchema' },
      { ...calls(call('echo')), ...tools({ name: 'echo' }) },
      'error',
    ],
    [
      'a dialect nobody knows',
      { type: 'argumentsMatchToolSchema' },
      { ...calls(call('echo')), ...tools({ name: 'echo', inputSchema: { $schema: 'urn:mine' } }) },
      'error',
    ],
    [
      'a repeated call, whatever the order of its keys',
      { type: 'noRepeatedIdenticalCall', ...advisory },
      calls(call('echo', { a: 1, b: 2 }), call('echo', { b: 2, a: 1 })),
      'failed',
    ],
    [
      'a call in between',
      { type: 'noRepeatedIdenticalCall', ...advisory, toolName: 'a' },
      calls(call('a'), call('b'), call('a')),
      'passed',
    ],
    [
      'a repetition of another tool',
      { type: 'noRepeatedIdenticalCall', ...advisory, toolName: 'a' },
      calls(call('b'), call('b')),
      'passed',
    ],
    [
      'the same name on another server',
      { type: 'noRepeatedIdenticalCall', ...advisory },
      calls(call('a'), call('a', {}, { serverId: 'other' })),
      'passed',
    ],
    [
      'a schema that closes itself',
      { type: 'argumentsMatchToolSchema' },
      {
        ...calls(call('echo', { message: 'hi', more: 1 })),
        ...tools({ ...echo, inputSchema: { ...echo.inputSchema, additionalProperties: false } }),
      },
      'failed',
    ],
    [
      'only calls of the named tool',
      { type: 'argumentsMatchToolSchema', toolName: 'echo' },
      { ...calls(call('add'), call('echo', { message: 'hi' })), ...tools(echo) },
      'passed',
    ],
    ['no repetition without calls', { type: 'noRepeatedIdenticalCall', ...advisory }, {}, 'passed'],
  ]);
});
