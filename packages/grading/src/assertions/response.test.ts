import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { withCalls, withTools, testVerdicts, echoSchema, echoTool, verdictOfTrial } from '../../test/judging.ts';
import { toolCall, textResult, toolError, withoutResult } from '../../test/transcripts.ts';

/** A call of a tool that declares an output schema, with this result. */
const answered = (result: Record<string, unknown>) => ({
  ...withCalls(toolCall('echo', {}, { result: { content: [], ...result } })),
  ...withTools({ ...echoTool, outputSchema: echoSchema }),
});

/** A call without a measured duration. */
function untimed(toolName: string): TranscriptToolCall {
  const { latencyMs: _, ...rest } = toolCall(toolName);
  return rest;
}

const DECLARED = { type: 'toolResultMatchesDeclaredSchema' } as const;

describe('the output schema of the tool', () => {
  testVerdicts([
    ['structured content that fits', DECLARED, answered({ structuredContent: { message: 'hi' } }), 'passed'],
    ['structured content that does not', DECLARED, answered({ structuredContent: { message: 1 } }), 'failed'],
    ['no structured content', DECLARED, answered({}), 'failed'],
    [
      'a failed call alone',
      DECLARED,
      { ...answered({}), ...withCalls(toolCall('echo', {}, toolError('no'))) },
      'failed',
    ],
    ['no call', DECLARED, withTools(echoTool), 'failed'],
    ['no call of the named tool', { ...DECLARED, toolName: 'add' }, answered({ structuredContent: {} }), 'failed'],
    ['a tool that declares none', DECLARED, { ...answered({}), ...withTools(echoTool) }, 'error'],
    [
      'a tool that declares none beside one whose result fits',
      DECLARED,
      {
        ...withCalls(toolCall('echo', {}, { result: { structuredContent: { message: 'hi' } } }), toolCall('add')),
        ...withTools({ ...echoTool, outputSchema: echoSchema }, { name: 'add' }),
      },
      'passed',
    ],
    ['a result that was not kept', DECLARED, { ...answered({}), ...withCalls(withoutResult('echo')) }, 'error'],
    ['a tool that no server declares', DECLARED, { ...answered({}), ...withCalls(toolCall('add')) }, 'error'],
    ['no declarations', DECLARED, withCalls(toolCall('echo')), 'error'],
    [
      'a schema that cannot be used',
      DECLARED,
      { ...answered({ structuredContent: {} }), ...withTools({ ...echoTool, outputSchema: { type: 'nope' } }) },
      'error',
    ],
  ]);
});

describe('results', () => {
  testVerdicts([
    ['no call failed', { type: 'noToolErrors' }, withCalls(toolCall('echo')), 'passed'],
    ['no calls, no errors', { type: 'noToolErrors' }, {}, 'passed'],
    ['a tool reported an error', { type: 'noToolErrors' }, withCalls(toolCall('echo', {}, toolError('no'))), 'failed'],
    [
      'the protocol failed',
      { type: 'noToolErrors' },
      withCalls({ ...withoutResult('echo'), isError: true, error: { code: '-32602', message: 'no' } }),
      'failed',
    ],
    ['fast enough', { type: 'toolLatencyUnder', ms: 11 }, withCalls(toolCall('echo')), 'passed'],
    ['exactly the limit is too slow', { type: 'toolLatencyUnder', ms: 10 }, withCalls(toolCall('echo')), 'failed'],
    ['nothing to time', { type: 'toolLatencyUnder', ms: 1 }, {}, 'passed'],
    [
      'only the named tool is timed',
      { type: 'toolLatencyUnder', ms: 11, toolName: 'add' },
      withCalls(toolCall('echo', {}, { latencyMs: 99 }), toolCall('add')),
      'passed',
    ],
    ['text in another case', { type: 'toolResultContains', needle: 'DONE' }, withCalls(toolCall('echo')), 'passed'],
    [
      'case told apart',
      { type: 'toolResultContains', needle: 'DONE', caseSensitive: true },
      withCalls(toolCall('echo')),
      'failed',
    ],
    [
      'text in structured content',
      { type: 'toolResultContains', needle: '"id":7' },
      withCalls(toolCall('echo', {}, { result: { content: [], structuredContent: { id: 7 } } })),
      'passed',
    ],
    [
      'text of an embedded resource',
      { type: 'toolResultContains', needle: 'inside' },
      withCalls(
        toolCall('echo', {}, { result: { content: [{ type: 'resource', resource: { uri: 'a:b', text: 'inside' } }] } }),
      ),
      'passed',
    ],
    ['no results at all', { type: 'toolResultContains', needle: 'x' }, {}, 'failed'],
    ['no results to hold the text', { type: 'toolResultNotContains', needle: 'x' }, {}, 'passed'],
    ['text that is missing', { type: 'toolResultNotContains', needle: 'gold' }, withCalls(toolCall('echo')), 'passed'],
    [
      'text that must not be there, in another case',
      { type: 'toolResultNotContains', needle: 'DONE' },
      withCalls(toolCall('echo')),
      'failed',
    ],
    [
      'text that another tool may give',
      { type: 'toolResultNotContains', needle: 'done', toolName: 'add' },
      withCalls(toolCall('echo')),
      'passed',
    ],
    [
      'text that could be in a result that was not kept',
      { type: 'toolResultNotContains', needle: 'gold' },
      withCalls(toolCall('echo'), withoutResult('echo')),
      'error',
    ],
    [
      'text in one result beside one that was not kept',
      { type: 'toolResultNotContains', needle: 'done' },
      withCalls(toolCall('echo'), withoutResult('echo')),
      'failed',
    ],
    [
      'a result that was not kept',
      { type: 'toolResultContains', needle: 'x' },
      withCalls(withoutResult('echo')),
      'error',
    ],
    [
      'the JSON of a text fits',
      { type: 'toolResultMatchesSchema', schema: echoSchema },
      withCalls(toolCall('echo', {}, { result: textResult('{"message":"hi"}') })),
      'passed',
    ],
    [
      'structured content is asked first',
      { type: 'toolResultMatchesSchema', schema: echoSchema },
      withCalls(
        toolCall('echo', {}, { result: { ...textResult('{"message":"hi"}'), structuredContent: { message: 1 } } }),
      ),
      'failed',
    ],
    [
      'one result does not fit',
      { type: 'toolResultMatchesSchema', schema: echoSchema },
      withCalls(
        toolCall('echo', {}, { result: textResult('{"message":"hi"}') }),
        toolCall('echo', {}, { result: textResult('{}') }),
      ),
      'failed',
    ],
    [
      'a result that is not JSON',
      { type: 'toolResultMatchesSchema', schema: echoSchema },
      withCalls(toolCall('echo')),
      'failed',
    ],
    ['no result to check', { type: 'toolResultMatchesSchema', schema: echoSchema }, {}, 'failed'],
    [
      'an unusable schema',
      { type: 'toolResultMatchesSchema', schema: { type: 'nope' } },
      withCalls(toolCall('echo', {}, { result: textResult('{}') })),
      'error',
    ],
    ['small enough', { type: 'toolResultSizeUnder', maxBytes: 43 }, withCalls(toolCall('echo')), 'passed'],
    [
      'exactly the limit is too large',
      { type: 'toolResultSizeUnder', maxBytes: 42 },
      withCalls(toolCall('echo')),
      'failed',
    ],
    [
      'the size is known though the result was not kept',
      { type: 'toolResultSizeUnder', maxBytes: 42 },
      withCalls(withoutResult('echo')),
      'failed',
    ],
    ['no results have no size', { type: 'toolResultSizeUnder', maxBytes: 1 }, {}, 'passed'],
    ['a call that was not timed', { type: 'toolLatencyUnder', ms: 1_000 }, withCalls(untimed('echo')), 'error'],
    [
      'an untimed call of another tool',
      { type: 'toolLatencyUnder', ms: 1_000, toolName: 'add' },
      withCalls(untimed('echo'), toolCall('add')),
      'passed',
    ],
    [
      'one result was not kept, though another has the text',
      { type: 'toolResultContains', needle: 'done' },
      withCalls(toolCall('echo'), withoutResult('echo')),
      'error',
    ],
    [
      'a result of another tool',
      { type: 'toolResultContains', needle: 'done', toolName: 'add' },
      withCalls(toolCall('echo'), toolCall('add', {}, { result: textResult('no') })),
      'failed',
    ],
    [
      'a blank needle',
      { type: 'toolResultContains', needle: ' ' },
      withCalls(toolCall('echo', {}, { result: textResult('a b') })),
      'failed',
    ],
    [
      'a needle longer than its bound',
      { type: 'toolResultContains', needle: 'x'.repeat(1_001) },
      withCalls(toolCall('echo', {}, { result: textResult('x'.repeat(2_000)) })),
      'failed',
    ],
    [
      'a JSON part beside other text',
      { type: 'toolResultMatchesSchema', schema: echoSchema },
      withCalls(
        toolCall(
          'echo',
          {},
          {
            result: {
              content: [
                { type: 'text', text: 'Here:' },
                { type: 'resource', resource: { uri: 'a:b', mimeType: 'application/json', text: '{"message":"hi"}' } },
              ],
            },
          },
        ),
      ),
      'passed',
    ],
    [
      'a result that was not kept cannot be checked',
      { type: 'toolResultMatchesSchema', schema: echoSchema },
      withCalls(withoutResult('echo')),
      'error',
    ],
    [
      'results of other tools are not checked',
      { type: 'toolResultMatchesSchema', schema: echoSchema, toolName: 'echo' },
      withCalls(toolCall('add'), toolCall('echo', {}, { result: textResult('{"message":"hi"}') })),
      'passed',
    ],
    [
      'an unknown dialect',
      { type: 'toolResultMatchesSchema', schema: { $schema: 'urn:mine' } },
      withCalls(toolCall('echo', {}, { result: textResult('{}') })),
      'error',
    ],
    [
      'a schema of another document',
      { type: 'toolResultMatchesSchema', schema: { $ref: 'https://example.com/s.json' } },
      withCalls(toolCall('echo', {}, { result: textResult('{}') })),
      'error',
    ],
  ]);
});

test('a failure of toolResultContains quotes the results, masked and clipped', () => {
  const result = textResult(`password: hunter22 ${'x'.repeat(500)}`);
  const { reason } = verdictOfTrial(
    { type: 'toolResultContains', needle: 'absent' },
    withCalls(toolCall('echo', {}, { result })),
  );
  expect(reason).toMatch(/^None of 1 results contains "absent": echo: "password: \[redacted\] x+…/);
  expect(reason.length).toBeLessThan(300);
});
