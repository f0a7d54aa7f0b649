import { measureSession, type MeasuredSession, type SessionFeedback } from './session-measures.ts';
import type { SessionSignal } from './session-signal.ts';
import type { TurnMeasures } from './turn-measures.ts';

const turn = (changes: Partial<TurnMeasures> = {}): TurnMeasures => ({
  status: 'completed',
  toolCalls: 0,
  toolErrors: 0,
  repeatedCalls: 0,
  approvals: { asked: 0, approved: 0, declined: 0 },
  askedAt: 1_000,
  endedAt: 3_000,
  durationMs: 2_000,
  inputTokens: 10,
  outputTokens: 5,
  costMicros: 7,
  signals: [],
  ...changes,
});
const tool = { kind: 'tool', id: 'srv/search', label: 'search (shop)' } as const;
const signal = (changes: Partial<SessionSignal>): SessionSignal => ({
  dimension: 'toolUsed',
  detail: '',
  subject: tool,
  occurrences: 1,
  promptIndex: 0,
  excerpt: '',
  ...changes,
});
const session = (turns: TurnMeasures[], changes: Partial<MeasuredSession> = {}): MeasuredSession => ({
  turns,
  feedback: [],
  isFirstVisit: true,
  ...changes,
});
const deadEnd = turn({
  deadEnd: 'toolError',
  signals: [signal({ dimension: 'deadEnd', detail: 'toolError', excerpt: 'Where?' })],
});

test.each<[string, TurnMeasures[], MeasuredSession['end'], boolean]>([
  ['a visitor who left with an answer', [turn()], 'left', false],
  ['a visitor who left after a dead end', [turn(), deadEnd], 'left', true],
  ['a visitor who got an answer after a dead end', [deadEnd, turn()], 'left', false],
  ['a visitor who left while the turn was under way', [turn({ status: 'underWay' })], 'left', true],
  ['a visitor who left without deciding about a call', [turn({ status: 'waiting' })], 'left', true],
  ['a visitor who stopped the turn and left', [turn({ status: 'cancelled' })], 'left', true],
  ['a visitor who left after a failed turn', [turn({ status: 'failed', deadEnd: 'error' })], 'left', true],
  ['a visitor who said nothing', [], 'left', false],
  ['a session that the study closed after a dead end', [deadEnd], 'closed', false],
  ['a session that goes on after a dead end', [deadEnd], undefined, false],
])('abandonment: %s', (_, turns, end, isAbandoned) =>
  expect(measureSession(session(turns, { end }))).toMatchObject({
    isAbandoned,
    isEnded: end !== undefined,
    hasLeft: end === 'left' && turns.length > 0,
  }),
);

test('the signal of an abandonment names what the last turn broke on', () => {
  const { signals } = measureSession(session([turn(), deadEnd], { end: 'left' }));
  expect(signals.at(-1)).toEqual({
    dimension: 'abandonment',
    detail: 'toolError',
    subject: tool,
    occurrences: 1,
    promptIndex: 1,
    excerpt: 'Where?',
  });
});

test.each<[string, TurnMeasures[], number | undefined]>([
  ['of a first turn with an answer', [turn()], 2_000],
  ['counts the turns without an answer before it', [deadEnd, turn({ askedAt: 9_000, endedAt: 11_000 })], 10_000],
  ['of a session without an answer', [deadEnd], undefined],
  ['of a session without a turn', [], undefined],
])('the time to the first answer %s', (_, turns, firstAnswerMs) =>
  expect(measureSession(session(turns)).firstAnswerMs).toBe(firstAnswerMs),
);

test('measures of turns are added up', () => {
  const busy = turn({
    toolCalls: 3,
    toolErrors: 1,
    repeatedCalls: 1,
    approvals: { asked: 2, approved: 1, declined: 1 },
    signals: [signal({ occurrences: 3 })],
  });
  const { costMicros: _, ...failed } = turn({ status: 'failed', deadEnd: 'error', durationMs: 64 });
  expect(measureSession(session([busy, { ...busy, signals: [signal({ promptIndex: 1 })] }, failed]))).toMatchObject({
    turns: 3,
    completedTurns: 2,
    failedTurns: 1,
    cancelledTurns: 0,
    deadEnds: 1,
    toolCalls: 6,
    toolErrors: 2,
    repeatedCalls: 2,
    approvalsAsked: 4,
    approvalsApproved: 2,
    approvalsDeclined: 2,
    inputTokens: 30,
    outputTokens: 15,
    costMicros: 14,
    unpricedTurns: 1,
    turnMs: { 44: 2, 24: 1 },
    signals: [{ dimension: 'toolUsed', occurrences: 4, promptIndex: 0 }],
  });
});

test.each<[string, SessionFeedback, string[]]>([
  ['of a turn with a tool', { promptIndex: 0, rating: 'down', comment: '' }, ['srv/search']],
  ['of a turn without one', { promptIndex: 1, rating: 'down', comment: '' }, ['']],
  ['of the session', { rating: 'down', comment: 'bad' }, ['']],
  ['that is good', { promptIndex: 0, rating: 'up', comment: '' }, []],
])('feedback %s', (_, said, subjects) => {
  const measures = measureSession(session([turn({ signals: [signal({})] }), turn()], { feedback: [said] }));
  expect([measures.feedbackUp, measures.feedbackDown]).toEqual(said.rating === 'up' ? [1, 0] : [0, 1]);
  expect(
    measures.signals.filter(({ dimension }) => dimension === 'negativeFeedback').map(({ subject }) => subject.id),
  ).toEqual(subjects);
});
