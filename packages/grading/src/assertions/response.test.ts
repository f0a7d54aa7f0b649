import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { calls, judge, schema } from '../../test/judging.ts';
import { call, text, toolError, withoutResult } from '../../test/transcripts.ts';

/** A call whose time was not taken. */
function untimed(toolName: string): TranscriptToolCall {
  const { latencyMs: _, ...rest } = call(toolName);
  return rest;
}

describe('results', () => {
  judge([
    ['no call failed', { type: 'noToolErrors' }, calls(call('echo')), 'passed'],
    ['no calls, no errors', { type: 'noToolErrors' }, {}, 'passed'],
    ['a tool reported an error', { type: 'noToolErrors' }, calls(call('echo', {}, toolError('no'))), 'failed'],
    [
      'the protocol failed',
      { type: 'noToolErrors' },
      calls({ ...withoutResult('echo'), isError: true, error: { code: '-32602', message: 'no' } }),
      'failed',
    ],
    ['fast enough', { type: 'toolLatencyUnder', ms: 11 }, calls(call('echo')), 'passed'],
    ['exactly the limit is too slow', { type: 'toolLatencyUnder', ms: 10 }, calls(call('echo')), 'failed'],
    ['nothing to time', { type: 'toolLatencyUnder', ms: 1 }, {}, 'passed'],
    [
      'only the named tool is timed',
      { type: 'toolLatencyUnder', ms: 11, toolName: 'add' },
      calls(call('echo', {}, { latencyMs: 99 }), call('add')),
      'passed',
    ],
    ['text in another case', { type: 'toolResultContains', needle: 'DONE' }, calls(call('echo')), 'passed'],
    [
      'case told apart',
      { type: 'toolResultContains', needle: 'DONE', caseSensitive: true },
      calls(call('echo')),
      'failed',
    ],
    [
      'text in structured content',
      { type: 'toolResultContains', needle: '"id":7' },
      calls(call('echo', {}, { result: { content: [], structuredContent: { id: 7 } } })),
      'passed',
    ],
    [
      'text of an embedded resource',
      { type: 'toolResultContains', needle: 'inside' },
      calls(
        call('echo', {}, { result: { content: [{ type: 'resource', resource: { uri: 'a:b', text: 'inside' } }] } }),
      ),
      'passed',
    ],
    ['no results at all', { type: 'toolResultContains', needle: 'x' }, {}, 'failed'],
    ['a result that was not kept', { type: 'toolResultContains', needle: 'x' }, calls(withoutResult('echo')), 'error'],
    [
      'the JSON of a text fits',
      { type: 'toolResultMatchesSchema', schema },
      calls(call('echo', {}, { result: text('{"message":"hi"}') })),
      'passed',
    ],
    [
      'structured content is asked first',
      { type: 'toolResultMatchesSchema', schema },
      calls(call('echo', {}, { result: { ...text('{"message":"hi"}'), structuredContent: { message: 1 } } })),
      'failed',
    ],
    [
      'one result does not fit',
      { type: 'toolResultMatchesSchema', schema },
      calls(call('echo', {}, { result: text('{"message":"hi"}') }), call('echo', {}, { result: text('{}') })),
      'failed',
    ],
    ['a result that is no JSON', { type: 'toolResultMatchesSchema', schema }, calls(call('echo')), 'failed'],
    ['no result to check', { type: 'toolResultMatchesSchema', schema }, {}, 'failed'],
    [
      'an unusable schema',
      { type: 'toolResultMatchesSchema', schema: { type: 'nope' } },
      calls(call('echo', {}, { result: text('{}') })),
      'error',
    ],
    ['small enough', { type: 'toolResultSizeUnder', maxBytes: 43 }, calls(call('echo')), 'passed'],
    ['exactly the limit is too large', { type: 'toolResultSizeUnder', maxBytes: 42 }, calls(call('echo')), 'failed'],
    [
      'the size is known though the result was not kept',
      { type: 'toolResultSizeUnder', maxBytes: 42 },
      calls(withoutResult('echo')),
      'failed',
    ],
    ['no results have no size', { type: 'toolResultSizeUnder', maxBytes: 1 }, {}, 'passed'],
    ['a call that was not timed', { type: 'toolLatencyUnder', ms: 1_000 }, calls(untimed('echo')), 'error'],
    [
      'an untimed call of another tool',
      { type: 'toolLatencyUnder', ms: 1_000, toolName: 'add' },
      calls(untimed('echo'), call('add')),
      'passed',
    ],
    [
      'one result was not kept, though another has the text',
      { type: 'toolResultContains', needle: 'done' },
      calls(call('echo'), withoutResult('echo')),
      'error',
    ],
    [
      'a result of another tool',
      { type: 'toolResultContains', needle: 'done', toolName: 'add' },
      calls(call('echo'), call('add', {}, { result: text('no') })),
      'failed',
    ],
    [
      'a blank needle',
      { type: 'toolResultContains', needle: ' ' },
      calls(call('echo', {}, { result: text('a b') })),
      'failed',
    ],
    [
      'a needle longer than its bound',
      { type: 'toolResultContains', needle: 'x'.repeat(1_001) },
      calls(call('echo', {}, { result: text('x'.repeat(2_000)) })),
      'failed',
    ],
    [
      'a JSON part beside other text',
      { type: 'toolResultMatchesSchema', schema },
      calls(
        call(
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
      { type: 'toolResultMatchesSchema', schema },
      calls(withoutResult('echo')),
      'error',
    ],
    [
      'results of other tools are not checked',
      { type: 'toolResultMatchesSchema', schema, toolName: 'echo' },
      calls(call('add'), call('echo', {}, { result: text('{"message":"hi"}') })),
      'passed',
    ],
    [
      'a dialect nobody knows',
      { type: 'toolResultMatchesSchema', schema: { $schema: 'urn:mine' } },
      calls(call('echo', {}, { result: text('{}') })),
      'error',
    ],
    [
      'a schema of another document',
      { type: 'toolResultMatchesSchema', schema: { $ref: 'https://example.com/s.json' } },
      calls(call('echo', {}, { result: text('{}') })),
      'error',
    ],
  ]);
});
