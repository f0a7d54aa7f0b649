import type { CallDecision, PendingCall } from '@assay/contract/areas/chat-sessions/turn-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { measuredTurnOf, type TurnFacts } from './measured-turn.ts';

const tool = { serverId: 'srv', serverName: 'shop', toolName: 'buy' };
const facts = (changes: Partial<TurnFacts> = {}): TurnFacts => ({
  sessionId: 'chat_1',
  promptIndex: 0,
  status: 'completed',
  isRefused: false,
  question: { role: 'user', text: 'Tea?' },
  reply: { reply: 'Bought.', finishReason: 'stop' },
  request: {},
  toolCalls: [],
  inputTokens: 1,
  outputTokens: 2,
  costMicros: null,
  askedAt: new Date(1),
  endedAt: new Date(5),
  ...changes,
});
const made = (...ids: string[]) => ids.map((id) => ({ ...tool, id }) as TranscriptToolCall);
const decided = (text: string): CallDecision[] =>
  text === '' ? [] : text.split(' ').map((each) => ({ toolCallId: each.slice(1), isApproved: each.startsWith('+') }));
const waiting = (...ids: string[]) => ids.map((toolCallId): PendingCall => ({ ...tool, toolCallId, input: {} }));

test('a stored turn becomes what is measured of it', () =>
  expect(measuredTurnOf(facts())).toEqual({
    promptIndex: 0,
    status: 'completed',
    isRefused: false,
    finishReason: 'stop',
    question: 'Tea?',
    answer: 'Bought.',
    toolCalls: [],
    approvals: [],
    askedAt: 1,
    endedAt: 5,
    inputTokens: 1,
    outputTokens: 2,
    costMicros: undefined,
  }));

test.each<[string, Partial<TurnFacts>, (boolean | undefined)[]]>([
  ['no decision', { toolCalls: made('a') }, []],
  ['decisions', { toolCalls: made('a', 'b'), request: { decisions: decided('+a -b') } }, [true, false]],
  [
    'decisions of two rounds',
    { toolCalls: made('a', 'b'), request: { decisions: decided('-b'), earlierDecisions: decided('+a') } },
    [true, false],
  ],
  ['a decision whose call was not reported yet', { request: { decisions: decided('+a') } }, []],
  ['calls that wait', { status: 'waiting', reply: { pendingCalls: waiting('a', 'b') } }, [undefined, undefined]],
])('approvals: %s', (_, changes, expected) =>
  expect(measuredTurnOf(facts(changes)).approvals.map(({ isApproved }) => isApproved)).toEqual(expected),
);

test.each<[TurnFacts['status'], string]>([
  ['queued', 'underWay'],
  ['running', 'underWay'],
  ['waiting', 'waiting'],
  ['cancelled', 'cancelled'],
])('a turn that is %s is measured as %s', (status, measured) =>
  expect(measuredTurnOf(facts({ status, reply: null, question: null }))).toMatchObject({
    status: measured,
    question: '',
    answer: '',
  }),
);
