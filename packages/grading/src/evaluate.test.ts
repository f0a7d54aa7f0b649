import { EvalAssertion, type EvalAssertion as Assertion } from '@assay/contract/documents/assertion';
import type { Transcript } from '@assay/contract/documents/transcript';
import { call, inventory, replied, text, toolError, transcript, withoutResult } from '../test/transcripts.ts';
import { assertions } from './assertions/table.ts';
import { evaluate } from './evaluate.ts';
import { trialEvidence } from './evidence.ts';

type Case = [guarantee: string, assertion: Assertion, seen: Partial<Transcript>, status: string];

const judged = (assertion: Assertion, seen: Partial<Transcript>) => evaluate(assertion, trialEvidence(transcript(seen), {}));
const judge = (cases: Case[]) => test.each(cases)('%s', (_, assertion, seen, status) => expect(judged(assertion, seen)).toMatchObject({ status }));

const calls = (...toolCalls: Transcript['toolCalls']) => ({ toolCalls });
const tools = (...declarations: Record<string, unknown>[]) => ({ inventory: inventory(...declarations) });
const schema = { type: 'object', properties: { message: { type: 'string', description: 'What to say.' } }, required: ['message'] };
const echo = { name: 'echo', description: 'Says back what it was told.', inputSchema: schema };
const advisory = { role: 'advisory' } as const;

test('every assertion type of the contract has a row, and no other', () => {
  const { oneOf } = EvalAssertion as unknown as { oneOf: { properties: { type: { const: string } } }[] };
  expect(Object.keys(assertions).sort()).toEqual(oneOf.map(({ properties }) => properties.type.const).sort());
});

describe('toolCalledWith', () => { judge([
  ['listed arguments are enough', { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 } } }, calls(call('echo', { a: 1, b: 2 })), 'passed'],
  ['another value', { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 } } }, calls(call('echo', { a: '1' })), 'failed'],
  ['another tool', { type: 'toolCalledWith', toolName: 'echo', args: { args: {} } }, calls(call('add')), 'failed'],
  ['too few calls', { type: 'toolCalledWith', toolName: 'echo', args: { args: {} }, minCount: 2 }, calls(call('echo')), 'failed'],
  ['enough calls', { type: 'toolCalledWith', toolName: 'echo', args: { args: {} }, minCount: 2 }, calls(call('echo'), call('echo')), 'passed'],
  ['a key too many under exact', { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 }, argumentMatching: 'exact' } }, calls(call('echo', { a: 1, b: 2 })), 'failed'],
  ['any arguments under ignore', { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 1 }, argumentMatching: 'ignore' } }, calls(call('echo')), 'passed'],
  ['a placeholder stands for a type', { type: 'toolCalledWith', toolName: 'echo', args: { args: { a: 'Number ' } } }, calls(call('echo', { a: 7 })), 'passed'],
  ['a blank tool name never passes', { type: 'toolCalledWith', toolName: ' ', args: { args: {} } }, calls(call(' ')), 'failed'],
  ['a malformed minCount fails closed', { type: 'toolCalledWith', toolName: 'echo', args: { args: {} }, minCount: 0 }, calls(call('echo')), 'failed'],
]); });

describe('which tools were called', () => { judge([
  ['a call is enough', { type: 'toolCalledAtLeastOnce', toolName: 'echo' }, calls(call('echo')), 'passed'],
  ['no call is not', { type: 'toolCalledAtLeastOnce', toolName: 'echo' }, calls(call('add')), 'failed'],
  ['never called', { type: 'toolNeverCalled', toolName: 'echo' }, calls(call('add')), 'passed'],
  ['called after all', { type: 'toolNeverCalled', toolName: 'echo' }, calls(call('echo')), 'failed'],
  ['a blank name is not vacuously never called', { type: 'toolNeverCalled', toolName: '  ' }, {}, 'failed'],
  ['only listed tools', { type: 'onlyToolsCalled', toolNames: ['echo', 'add'] }, calls(call('add')), 'passed'],
  ['no call at all is only listed tools', { type: 'onlyToolsCalled', toolNames: ['echo'] }, {}, 'passed'],
  ['a tool outside of the list', { type: 'onlyToolsCalled', toolNames: ['echo'] }, calls(call('echo'), call('add')), 'failed'],
  ['a blank entry in the list', { type: 'onlyToolsCalled', toolNames: ['echo', ' '] }, {}, 'failed'],
  ['a call without a name', { type: 'onlyToolsCalled', toolNames: ['echo'] }, calls(call('')), 'failed'],
  ['the first call counts', { type: 'firstToolWas', toolName: 'echo' }, calls(call('echo'), call('add')), 'passed'],
  ['a later call does not', { type: 'firstToolWas', toolName: 'add' }, calls(call('echo'), call('add')), 'failed'],
  ['there is no first call', { type: 'firstToolWas', toolName: 'echo' }, {}, 'failed'],
  ['fewer calls than the limit', { type: 'toolCallCountUnder', count: 2 }, calls(call('echo')), 'passed'],
  ['the limit itself is too many', { type: 'toolCallCountUnder', count: 2 }, calls(call('echo'), call('add')), 'failed'],
  ['only calls of the named tool count', { type: 'toolCallCountUnder', count: 2, toolName: 'add' }, calls(call('echo'), call('add')), 'passed'],
  ['in the right order', { type: 'toolCalledBefore', toolName: 'login', beforeToolName: 'buy' }, calls(call('login'), call('buy'), call('buy')), 'passed'],
  ['one call came too early', { type: 'toolCalledBefore', toolName: 'login', beforeToolName: 'buy' }, calls(call('buy'), call('login'), call('buy')), 'failed'],
  ['the later tool was never called', { type: 'toolCalledBefore', toolName: 'login', beforeToolName: 'buy' }, {}, 'passed'],
]); });

describe('what the called tools declare', () => { judge([
  ['nothing destructive', { type: 'noDestructiveToolCalled' }, { ...calls(call('echo')), ...tools({ ...echo, annotations: { destructiveHint: false } }) }, 'passed'],
  ['something destructive', { type: 'noDestructiveToolCalled' }, { ...calls(call('echo')), ...tools({ ...echo, annotations: { destructiveHint: true } }) }, 'failed'],
  ['destructive but not called', { type: 'noDestructiveToolCalled' }, tools({ ...echo, annotations: { destructiveHint: true } }), 'passed'],
  ['nobody declares anything', { type: 'noDestructiveToolCalled' }, { ...calls(call('echo')), ...tools(echo) }, 'error'],
  ['no declarations', { type: 'noDestructiveToolCalled' }, calls(call('echo')), 'error'],
  ['a deprecated tool', { type: 'noDeprecatedToolCalled', ...advisory }, { ...calls(call('echo')), ...tools({ name: 'echo', description: '[Deprecated] use add instead' }) }, 'failed'],
  ['no deprecated tool', { type: 'noDeprecatedToolCalled', ...advisory }, { ...calls(call('echo')), ...tools(echo) }, 'passed'],
  ['deprecation unknown', { type: 'noDeprecatedToolCalled', ...advisory }, calls(call('echo')), 'error'],
]); });

describe('calls', () => { judge([
  ['arguments that fit', { type: 'argumentsMatchToolSchema' }, { ...calls(call('echo', { message: 'hi', more: 1 })), ...tools(echo) }, 'passed'],
  ['arguments that do not', { type: 'argumentsMatchToolSchema' }, { ...calls(call('echo', { message: 1 })), ...tools(echo) }, 'failed'],
  ['without calls it passes', { type: 'argumentsMatchToolSchema' }, tools(echo), 'passed'],
  ['without declarations not even then', { type: 'argumentsMatchToolSchema' }, {}, 'error'],
  ['a list that was not read to its end', { type: 'argumentsMatchToolSchema' }, { inventory: [{ ...inventory(echo)[0]!, complete: false }] }, 'error'],
  ['a tool that nobody declares', { type: 'argumentsMatchToolSchema' }, { ...calls(call('add')), ...tools(echo) }, 'error'],
  ['a tool without a schema', { type: 'argumentsMatchToolSchema' }, { ...calls(call('echo')), ...tools({ name: 'echo' }) }, 'error'],
  ['a dialect nobody knows', { type: 'argumentsMatchToolSchema' }, { ...calls(call('echo')), ...tools({ name: 'echo', inputSchema: { $schema: 'urn:mine' } }) }, 'error'],
  ['a repeated call, whatever the order of its keys', { type: 'noRepeatedIdenticalCall', ...advisory }, calls(call('echo', { a: 1, b: 2 }), call('echo', { b: 2, a: 1 })), 'failed'],
  ['a call in between', { type: 'noRepeatedIdenticalCall', ...advisory, toolName: 'a' }, calls(call('a'), call('b'), call('a')), 'passed'],
  ['a repetition of another tool', { type: 'noRepeatedIdenticalCall', ...advisory, toolName: 'a' }, calls(call('b'), call('b')), 'passed'],
  ['the same name on another server', { type: 'noRepeatedIdenticalCall', ...advisory }, calls(call('a'), call('a', {}, { serverId: 'other' })), 'passed'],
]); });

describe('results', () => { judge([
  ['no call failed', { type: 'noToolErrors' }, calls(call('echo')), 'passed'],
  ['no calls, no errors', { type: 'noToolErrors' }, {}, 'passed'],
  ['a tool reported an error', { type: 'noToolErrors' }, calls(call('echo', {}, toolError('no'))), 'failed'],
  ['the protocol failed', { type: 'noToolErrors' }, calls({ ...withoutResult('echo'), isError: true, error: { code: '-32602', message: 'no' } }), 'failed'],
  ['fast enough', { type: 'toolLatencyUnder', ms: 11 }, calls(call('echo')), 'passed'],
  ['exactly the limit is too slow', { type: 'toolLatencyUnder', ms: 10 }, calls(call('echo')), 'failed'],
  ['nothing to time', { type: 'toolLatencyUnder', ms: 1 }, {}, 'passed'],
  ['only the named tool is timed', { type: 'toolLatencyUnder', ms: 11, toolName: 'add' }, calls(call('echo', {}, { latencyMs: 99 }), call('add')), 'passed'],
  ['text in another case', { type: 'toolResultContains', needle: 'DONE' }, calls(call('echo')), 'passed'],
  ['case told apart', { type: 'toolResultContains', needle: 'DONE', caseSensitive: true }, calls(call('echo')), 'failed'],
  ['text in structured content', { type: 'toolResultContains', needle: '"id":7' }, calls(call('echo', {}, { result: { content: [], structuredContent: { id: 7 } } })), 'passed'],
  ['text of an embedded resource', { type: 'toolResultContains', needle: 'inside' }, calls(call('echo', {}, { result: { content: [{ type: 'resource', resource: { uri: 'a:b', text: 'inside' } }] } })), 'passed'],
  ['no results at all', { type: 'toolResultContains', needle: 'x' }, {}, 'failed'],
  ['a result that was not kept', { type: 'toolResultContains', needle: 'x' }, calls(withoutResult('echo')), 'error'],
  ['the JSON of a text fits', { type: 'toolResultMatchesSchema', schema }, calls(call('echo', {}, { result: text('{"message":"hi"}') })), 'passed'],
  ['structured content is asked first', { type: 'toolResultMatchesSchema', schema }, calls(call('echo', {}, { result: { ...text('{"message":"hi"}'), structuredContent: { message: 1 } } })), 'failed'],
  ['one result does not fit', { type: 'toolResultMatchesSchema', schema }, calls(call('echo', {}, { result: text('{"message":"hi"}') }), call('echo', {}, { result: text('{}') })), 'failed'],
  ['a result that is no JSON', { type: 'toolResultMatchesSchema', schema }, calls(call('echo')), 'failed'],
  ['no result to check', { type: 'toolResultMatchesSchema', schema }, {}, 'failed'],
  ['an unusable schema', { type: 'toolResultMatchesSchema', schema: { type: 'nope' } }, calls(call('echo', {}, { result: text('{}') })), 'error'],
  ['small enough', { type: 'toolResultSizeUnder', maxBytes: 43 }, calls(call('echo')), 'passed'],
  ['exactly the limit is too large', { type: 'toolResultSizeUnder', maxBytes: 42 }, calls(call('echo')), 'failed'],
  ['the size is known though the result was not kept', { type: 'toolResultSizeUnder', maxBytes: 42 }, calls(withoutResult('echo')), 'failed'],
  ['no results have no size', { type: 'toolResultSizeUnder', maxBytes: 1 }, {}, 'passed'],
]); });

test.each([
  ['toolLatencyUnder', { type: 'toolLatencyUnder', ms: 99 }, 'latencyMs'],
  ['toolResultSizeUnder', { type: 'toolResultSizeUnder', maxBytes: 99 }, 'resultBytes'],
] as const)('%s does not guess what was not measured', (_, assertion, field) => {
  const { [field]: __, ...unmeasured } = call('echo');
  expect(judged(assertion, calls(call('echo'), unmeasured as Transcript['toolCalls'][number])).status).toBe('error');
});

describe('recovery', () => { judge([
  ['without errors it passes even without declarations', { type: 'toolErrorNamesInput', ...advisory }, calls(call('echo')), 'passed'],
  ['errors need declarations', { type: 'toolErrorNamesInput', ...advisory }, calls(call('echo', {}, toolError('bad message'))), 'error'],
  ['the error names a parameter', { type: 'toolErrorNamesInput', ...advisory }, { ...calls(call('echo', {}, toolError('"Message" is required'))), ...tools(echo) }, 'passed'],
  ['the error names a sent value', { type: 'toolErrorNamesInput', ...advisory }, { ...calls(call('echo', { a: { b: 'Paris' } }, toolError('no city paris'))), ...tools(echo) }, 'passed'],
  ['a number inside another is not named', { type: 'toolErrorNamesInput', ...advisory }, { ...calls(call('echo', { n: 5 }, toolError('error 500'))), ...tools(echo) }, 'failed'],
  ['the error names nothing', { type: 'toolErrorNamesInput', ...advisory }, { ...calls(call('echo', { a: 'xy' }, toolError('xy went wrong'))), ...tools(echo) }, 'failed'],
  ['an error without text', { type: 'toolErrorNamesInput', ...advisory }, { ...calls(call('echo', {}, toolError(' '))), ...tools(echo) }, 'failed'],
  ['a full page that goes on', { type: 'fullPageHasContinuation', ...advisory }, calls(call('list', { limit: 2 }, { result: text('{"rows":[1,2],"nextCursor":"x"}') })), 'passed'],
  ['a full page that is a dead end', { type: 'fullPageHasContinuation', ...advisory }, calls(call('list', { limit: 2 }, { result: text('{"rows":[1,2]}') })), 'failed'],
  ['a page that is not full', { type: 'fullPageHasContinuation', ...advisory }, calls(call('list', { limit: 3 }, { result: text('{"rows":[1,2]}') })), 'passed'],
  ['no limit was sent', { type: 'fullPageHasContinuation', ...advisory }, calls(withoutResult('list')), 'passed'],
  ['a limited result that was not kept', { type: 'fullPageHasContinuation', ...advisory }, calls({ ...withoutResult('list'), arguments: { top: 1 } }), 'error'],
]); });

describe('the final message', () => { judge([
  ['contains text in another case', { type: 'responseContains', needle: 'RESULTS' }, replied('3 results'), 'passed'],
  ['case told apart', { type: 'responseContains', needle: 'RESULTS', caseSensitive: true }, replied('3 results'), 'failed'],
  ['blank text is never found', { type: 'responseContains', needle: ' ' }, replied('a b'), 'failed'],
  ['matches', { type: 'responseMatches', pattern: '^\\d+ results$' }, replied('3 results'), 'passed'],
  ['does not match in another case', { type: 'responseMatches', pattern: 'RESULTS' }, replied('3 results'), 'failed'],
  ['an invalid pattern', { type: 'responseMatches', pattern: '(' }, replied('('), 'failed'],
  ['a repetition of a repetition', { type: 'responseMatches', pattern: '(a+)+$' }, replied('aaa'), 'failed'],
  ['a message too long for patterns', { type: 'responseMatches', pattern: 'a' }, replied('a'.repeat(100_001)), 'failed'],
  ['has text', { type: 'finalAssistantMessageNonEmpty' }, replied('x'), 'passed'],
  ['white space is no text', { type: 'finalAssistantMessageNonEmpty' }, replied(' \n'), 'failed'],
  ['an earlier message does not count', { type: 'finalAssistantMessageNonEmpty' }, { messages: [...replied('x').messages, { role: 'assistant', content: '', promptIndex: 0 }] }, 'failed'],
  ['does not ask', { type: 'noEndingQuestion', ...advisory }, replied('Really? Yes.'), 'passed'],
  ['asks at its end', { type: 'noEndingQuestion', ...advisory }, replied('Done.\nAnything else? \n\n'), 'failed'],
  ['an empty message asks nothing', { type: 'noEndingQuestion', ...advisory }, {}, 'passed'],
]); });

describe('budgets', () => { judge([
  ['under the budget', { type: 'tokenBudgetUnder', tokens: 11 }, { usage: { totalTokens: 10 } }, 'passed'],
  ['the whole budget is too much', { type: 'tokenBudgetUnder', tokens: 10 }, { usage: { totalTokens: 10 } }, 'failed'],
  ['the parts may say more than the total', { type: 'tokenBudgetUnder', tokens: 10 }, { usage: { totalTokens: 1, inputTokens: 6, outputTokens: 6 } }, 'failed'],
  ['usage that was not recorded', { type: 'tokenBudgetUnder', tokens: 10 }, {}, 'failed'],
  ['few turns', { type: 'turnCountUnder', turns: 2 }, { userMessages: 1 }, 'passed'],
  ['too many turns', { type: 'turnCountUnder', turns: 2 }, { userMessages: 2 }, 'failed'],
]); });

describe('declarations', () => { judge([
  ['described', { type: 'toolDescriptionsPresent' }, tools(echo), 'passed'],
  ['described too briefly', { type: 'toolDescriptionsPresent' }, tools({ name: 'a', description: '  Nineteen letters..  ' }), 'failed'],
  ['brief is enough when asked for', { type: 'toolDescriptionsPresent', minLength: 2 }, tools({ name: 'a', description: 'ab' }), 'passed'],
  ['no tools have no faults', { type: 'toolDescriptionsPresent' }, tools(), 'passed'],
  ['lists that are not complete prove nothing', { type: 'toolDescriptionsPresent' }, { inventory: [{ ...inventory(echo)[0]!, complete: false }] }, 'error'],
  ['no lists at all', { type: 'toolNamesUnique' }, {}, 'error'],
  ['annotated', { type: 'toolAnnotationsPresent', require: ['readOnlyHint'] }, tools({ name: 'a', annotations: { readOnlyHint: false } }), 'passed'],
  ['a required hint is not stated', { type: 'toolAnnotationsPresent', require: ['readOnlyHint'] }, tools({ name: 'a', annotations: { readOnlyHint: 'no' } }), 'failed'],
  ['not annotated', { type: 'toolAnnotationsPresent' }, tools({ name: 'a', annotations: {} }), 'failed'],
  ['one name twice on a server', { type: 'toolNamesUnique' }, tools({ name: 'a' }, { name: 'a' }), 'failed'],
  ['one name on two servers', { type: 'toolNamesUnique' }, { inventory: [...inventory({ name: 'a' }), { ...inventory({ name: 'a' })[0]!, serverId: 'other' }] }, 'passed'],
  ['nothing deprecated', { type: 'noDeprecatedToolExposed', ...advisory }, tools({ name: 'a', description: 'Finds deprecated code.' }), 'passed'],
  ['something deprecated', { type: 'noDeprecatedToolExposed', ...advisory }, tools({ name: 'a', description: 'Old. This tool is deprecated' }), 'failed'],
  ['well formed input', { type: 'toolInputSchemasWellFormed' }, tools(echo), 'passed'],
  ['a root that is no object', { type: 'toolInputSchemasWellFormed' }, tools({ name: 'a', inputSchema: { type: 'array' } }), 'failed'],
  ['an undescribed parameter', { type: 'toolInputSchemasWellFormed' }, tools({ name: 'a', inputSchema: { type: 'object', properties: { x: { type: 'string' } } } }), 'failed'],
  ['output declared', { type: 'toolOutputSchemasPresent' }, tools({ name: 'a', outputSchema: {} }), 'passed'],
  ['output not declared', { type: 'toolOutputSchemasPresent' }, tools({ name: 'a' }), 'failed'],
]); });

describe('widgets', () => { judge([
  ['nothing was rendered', { type: 'widgetRendered' }, {}, 'failed'],
  ['nothing was timed', { type: 'widgetRenderLatencyUnder', ms: 1 }, {}, 'failed'],
  ['silence is not proof', { type: 'widgetNoConsoleErrors' }, {}, 'failed'],
]); });

test('an assertion this version does not know fails closed', () => {
  expect(judged({ type: 'constructor' } as never, {})).toMatchObject({ status: 'failed' });
});

test('a reason is short and holds no secret', () => {
  const { reason } = judged(
    { type: 'toolCalledWith', toolName: 'echo', args: { args: { password: 'hunter2', text: 'sk_live_abcdefghij' } } },
    calls(call('echo', { password: 'hunter3', note: 'x'.repeat(5_000) })),
  );
  expect(reason.length).toBeLessThanOrEqual(600);
  expect(reason).not.toMatch(/hunter|sk_live/);
});
