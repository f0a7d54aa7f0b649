import type { StepAssertion } from '@assay/contract/areas/cases/step';
import {
  echoSchema,
  echoTool,
  verdictOfTrial,
  withCalls,
  withTools,
  type PartialTranscript,
} from '../../test/judging.ts';
import { promptReplied, textResult, toolCall, toolError } from '../../test/transcripts.ts';

type Row = [
  assertion: StepAssertion,
  seen: PartialTranscript,
  told: { expected: string; came: string; place?: object },
];

const order = toolCall('refund_order', { orderId: 'O-1' }, { result: textResult('Refund IN TRANSIT today') });
const schema = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] };
const arguments_ = { spanId: 'call-refund_order', part: 'arguments', pointer: '' };

test.each<Row>([
  [
    { type: 'toolCalledWith', toolName: 'refund_order', args: { args: { orderId: 'O-2' } } },
    withCalls(order),
    {
      expected: 'a call of refund_order with {"orderId":"O-2"}',
      came: 'refund_order with {"orderId":"O-1"}',
      place: arguments_,
    },
  ],
  [
    { type: 'toolCalledAtLeastOnce', toolName: 'echo' },
    withCalls(order),
    { expected: 'a call of echo', came: 'a call of refund_order' },
  ],
  [{ type: 'toolCalledAtLeastOnce', toolName: 'echo' }, {}, { expected: 'a call of echo', came: 'no call' }],
  [
    { type: 'onlyToolsCalled', toolNames: ['echo'] },
    withCalls(order),
    { expected: 'calls of no other tools than echo', came: 'a call of refund_order', place: arguments_ },
  ],
  [
    { type: 'toolCallCountUnder', count: 2 },
    withCalls(order, order),
    { expected: 'fewer than 2 calls', came: '2 calls' },
  ],
  [
    { type: 'argumentsMatchToolSchema' },
    { ...withCalls(toolCall('echo', { message: 1 })), ...withTools({ ...echoTool, inputSchema: echoSchema }) },
    {
      expected: 'arguments that fit the schema of echo',
      came: '{"message":1}: /message must be string',
      place: { spanId: 'call-echo', part: 'arguments', pointer: '/message' },
    },
  ],
  [
    { type: 'noToolErrors' },
    withCalls(toolCall('echo', { a: 1 }, toolError('resourceId must be positive'))),
    {
      expected: 'a result',
      came: 'isError: "resourceId must be positive" (sent {"a":1})',
      place: { spanId: 'call-echo', part: 'result', pointer: '/content/0/text' },
    },
  ],
  [
    { type: 'toolResultNotContains', needle: 'in transit' },
    withCalls(order),
    {
      expected: 'no result that contains "in transit"',
      came: '"Refund IN TRANSIT today"',
      place: { spanId: 'call-refund_order', part: 'result', pointer: '/content/0/text', range: { start: 7, end: 17 } },
    },
  ],
  [
    { type: 'toolResultMatchesSchema', schema },
    withCalls(toolCall('echo', {}, { result: { content: [], structuredContent: { total: 'x' } } })),
    {
      expected: 'a result that fits the schema',
      came: '/total must be integer',
      place: { spanId: 'call-echo', part: 'result', pointer: '/structuredContent/total' },
    },
  ],
  [
    { type: 'toolResultMatchesSchema', schema },
    withCalls(order),
    {
      expected: 'a result that fits the schema',
      came: '"Refund IN TRANSIT today", which is not JSON',
      place: { spanId: 'call-refund_order', part: 'result', pointer: '/content/0/text' },
    },
  ],
  [
    { type: 'responseNotContains', needle: 'ERROR' },
    promptReplied('An error came.'),
    {
      expected: 'a final message without "ERROR"',
      came: '"An error came."',
      place: { messageIndex: 1, range: { start: 3, end: 8 } },
    },
  ],
  [{ type: 'responseContains', needle: 'x' }, {}, { expected: 'a final message that contains "x"', came: 'no text' }],
  [
    { type: 'toolDescriptionsPresent', minLength: 99 },
    withTools(echoTool),
    {
      expected: 'a description of 99 characters for every tool',
      came: 'echo has a description of 27 characters, 99 are required',
    },
  ],
])('the failure of %j says what was expected, what came and where', (assertion, seen, told) => {
  const { status, expected, came, place } = verdictOfTrial(assertion, seen);
  expect(status).toBe('failed');
  expect({ expected, came, place }).toEqual(told);
});

test.each<[StepAssertion, PartialTranscript, object]>([
  [
    { type: 'toolResultContains', needle: 'transit' },
    withCalls(
      toolCall('echo', {}, { result: { content: [], structuredContent: { 'a/b': [{ state: 'in transit' }] } } }),
    ),
    { spanId: 'call-echo', part: 'result', pointer: '/structuredContent/a~1b/0/state', range: { start: 3, end: 10 } },
  ],
  [
    { type: 'responseContains', needle: 'came' },
    promptReplied('An error came.'),
    { messageIndex: 1, range: { start: 9, end: 13 } },
  ],
])('the evidence of %j that holds has its place', (assertion, seen, place) =>
  expect(verdictOfTrial(assertion, seen)).toMatchObject({ status: 'passed', place }),
);

test('a secret in what came is masked', () => {
  const leaked = toolCall('echo', { api_key: 'abc' }, toolError('Bearer abcdefghijklmnopqrstuvwxyz0123456789'));
  expect(verdictOfTrial({ type: 'noToolErrors' }, withCalls(leaked)).came).not.toMatch(/abcdefghij|abc"/);
});

test('the place of a call has its message on the wire where that is known', () => {
  const wired = toolCall('echo', {}, { ...toolError('no'), wire: { sent: 3, received: 5 } });
  expect(verdictOfTrial({ type: 'noToolErrors' }, withCalls(wired)).place).toMatchObject({ wireIndex: 5 });
  expect(verdictOfTrial({ type: 'toolNeverCalled', toolName: 'echo' }, withCalls(wired)).place).toMatchObject({
    wireIndex: 3,
  });
});
