import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { measureTurn, type MeasuredTurn } from './turn-measures.ts';

const call = (changes: Partial<TranscriptToolCall> = {}): TranscriptToolCall => ({
  id: 'c',
  stepId: '',
  stepIndex: 0,
  serverId: 'srv',
  serverName: 'shop',
  toolName: 'search',
  arguments: { q: 'tea' },
  result: { content: [{ type: 'text', text: 'found' }] },
  isError: false,
  startMs: 0,
  ...changes,
});
const failure = (text: string, changes: Partial<TranscriptToolCall> = {}) =>
  call({ isError: true, result: { isError: true, content: [{ type: 'text', text }] }, ...changes });
const other = call({ toolName: 'track' });
const refused = (code: string) => call({ isError: true, error: { code, message: 'refused' } });

const turn = (changes: Partial<MeasuredTurn> = {}): MeasuredTurn => ({
  promptIndex: 0,
  status: 'completed',
  finishReason: 'stop',
  question: 'Where is my tea?',
  answer: 'On its way.',
  toolCalls: [],
  approvals: [],
  askedAt: 1_000,
  endedAt: 2_200,
  inputTokens: 10,
  outputTokens: 5,
  ...changes,
});

test.each<[string, Partial<MeasuredTurn>, string | undefined]>([
  ['an answer', {}, undefined],
  ['an answer after a tool', { toolCalls: [call()] }, undefined],
  ['an answer after a tool that failed and was called again', { toolCalls: [failure('no'), call()] }, undefined],
  ['a failed turn', { status: 'failed', answer: '' }, 'error'],
  ['a turn that was refused before a model was asked', { status: 'failed', isRefused: true, answer: '' }, undefined],
  ['a failed turn that had said something', { status: 'failed' }, 'error'],
  ['the end of the steps', { finishReason: 'maxSteps' }, 'cutShort'],
  ['the end of the tokens', { finishReason: 'length' }, 'cutShort'],
  ['a content filter', { finishReason: 'content-filter' }, 'cutShort'],
  ['nothing but blanks', { answer: ' \n' }, 'noAnswer'],
  ['a failed call as the last one, with any answer', { toolCalls: [call(), failure('no')] }, 'toolError'],
  ['a declined call as the last one', { toolCalls: [refused('NOT_APPROVED')] }, undefined],
  ['a cancelled turn', { status: 'cancelled', answer: '' }, undefined],
  ['a turn that waits for an approval', { status: 'waiting', answer: '' }, undefined],
  ['a turn under way', { status: 'underWay', answer: '' }, undefined],
])('dead end: %s', (_, changes, deadEnd) => expect(measureTurn(turn(changes)).deadEnd).toBe(deadEnd));

test.each<[string, TranscriptToolCall[], { toolCalls: number; toolErrors: number; repeatedCalls: number }]>([
  ['no calls', [], { toolCalls: 0, toolErrors: 0, repeatedCalls: 0 }],
  ['an error that the tool reports', [failure('no')], { toolCalls: 1, toolErrors: 1, repeatedCalls: 0 }],
  ['a call that could not be made', [refused('TIMEOUT')], { toolCalls: 1, toolErrors: 1, repeatedCalls: 0 }],
  ['a call that was not approved', [refused('NOT_APPROVED')], { toolCalls: 0, toolErrors: 0, repeatedCalls: 0 }],
  ['the same call twice in a row', [call(), call()], { toolCalls: 2, toolErrors: 0, repeatedCalls: 1 }],
  ['the same call three times', [call(), call(), call()], { toolCalls: 3, toolErrors: 0, repeatedCalls: 2 }],
  [
    'arguments in another order',
    [call({ arguments: { a: 1, b: 2 } }), call({ arguments: { b: 2, a: 1 } })],
    { toolCalls: 2, toolErrors: 0, repeatedCalls: 1 },
  ],
  [
    'another call in between',
    [call(), call({ toolName: 'other' }), call()],
    { toolCalls: 3, toolErrors: 0, repeatedCalls: 0 },
  ],
  ['other arguments', [call(), call({ arguments: { q: 'milk' } })], { toolCalls: 2, toolErrors: 0, repeatedCalls: 0 }],
  [
    'the same tool of another server',
    [call(), call({ serverId: 'srv2' })],
    { toolCalls: 2, toolErrors: 0, repeatedCalls: 0 },
  ],
])('calls: %s', (_, toolCalls, counts) => expect(measureTurn(turn({ toolCalls }))).toMatchObject(counts));

const signalsOf = (changes: Partial<MeasuredTurn>) =>
  measureTurn(turn(changes))
    .signals.filter(({ dimension }) => dimension !== 'toolUsed')
    .map(({ dimension, detail, subject, occurrences }) =>
      [dimension, detail, subject.id, occurrences].filter((part) => part !== '').join(' '),
    );

test.each<[string, Partial<MeasuredTurn>, string[]]>([
  ['arguments', { toolCalls: [failure('Invalid arguments: q'), other] }, ['toolError arguments srv/search 1']],
  [
    'a tool that its server does not know',
    { toolCalls: [failure('Unknown tool: search'), other] },
    ['toolError selection srv/search 1'],
  ],
  ['no connection', { toolCalls: [refused('SERVER_UNREACHABLE'), other] }, ['toolError setup srv/search 1']],
  ['any other error', { toolCalls: [failure('out of stock'), other] }, ['toolError serverData srv/search 1']],
  [
    'the same error twice',
    { toolCalls: [failure('out of stock'), failure('closed', { arguments: {} }), other] },
    ['toolError serverData srv/search 2'],
  ],
])('error class: %s', (_, changes, signals) => expect(signalsOf(changes)).toEqual(signals));

test('a dead end names the tool that had the last word, or the conversation', () => {
  expect(signalsOf({ toolCalls: [failure('no')] })).toEqual([
    'toolError serverData srv/search 1',
    'deadEnd toolError srv/search 1',
  ]);
  expect(signalsOf({ status: 'failed' })).toEqual(['deadEnd error 1']);
});

test('approvals are counted by their decision, and a declined one names its tool', () => {
  const approvals = [true, false, undefined].map((isApproved) => ({ ...call(), isApproved }));
  const measures = measureTurn(turn({ approvals }));
  expect(measures.approvals).toEqual({ asked: 3, approved: 1, declined: 1 });
  expect(measures.signals).toMatchObject([{ dimension: 'declinedApproval', subject: { id: 'srv/search' } }]);
});

test.each<[string, Partial<MeasuredTurn>, number | undefined]>([
  ['a turn that is over', {}, 1_200],
  ['a failed turn', { status: 'failed' }, 1_200],
  ['a turn in which a person was waited for', { approvals: [{ ...call(), isApproved: true }] }, undefined],
  ['a turn under way', { status: 'underWay', endedAt: undefined }, undefined],
])('duration of %s', (_, changes, durationMs) => expect(measureTurn(turn(changes)).durationMs).toBe(durationMs));

test('all tools that a model made up are one subject', () => {
  const madeUp = ['buy', 'sell'].map((toolName) =>
    call({
      toolName,
      serverId: '',
      serverName: '',
      isError: true,
      error: { code: 'TOOL_NOT_FOUND', message: `${toolName} does not exist.` },
    }),
  );
  expect(signalsOf({ toolCalls: [...madeUp, other] })).toEqual(['toolError selection 2']);
});

test('excerpts are masked and short', () => {
  const { signals } = measureTurn(
    turn({
      toolCalls: [failure(`password=hunter2 ${'x'.repeat(5_000)}`)],
      question: `token=abc123456 ${'y'.repeat(900)}`,
    }),
  );
  expect(Math.max(...signals.map(({ excerpt }) => excerpt.length))).toBeLessThanOrEqual(301);
  expect(JSON.stringify(signals)).not.toMatch(/hunter2|abc123456/);
});
