import { amountOf, counterChanges, countersOf, type Counters } from './counters.ts';
import { measureSession } from './session-measures.ts';
import { signalFingerprint } from './session-signal.ts';
import type { TurnMeasures } from './turn-measures.ts';

const turn: TurnMeasures = {
  status: 'completed',
  toolCalls: 2,
  toolErrors: 1,
  repeatedCalls: 0,
  approvals: { asked: 0, approved: 0, declined: 0 },
  askedAt: 0,
  endedAt: 100,
  durationMs: 100,
  inputTokens: 3,
  outputTokens: 4,
  signals: [
    {
      dimension: 'toolError',
      detail: 'serverData',
      subject: { kind: 'tool', id: 'srv/a', label: 'a (s)' },
      occurrences: 2,
      promptIndex: 0,
      excerpt: '',
    },
  ],
};
const ended = measureSession({ turns: [turn], feedback: [], isFirstVisit: true, end: 'left' });

test('a session counts once, with what it holds', () => {
  const counters = countersOf(ended);
  expect(
    [...(['sessions', 'visitors', 'endedSessions', 'answeredSessions', 'abandonedSessions', 'toolCalls'] as const)].map(
      (name) => amountOf(counters, name),
    ),
  ).toEqual([1, 1, 1, 1, 0, 2]);
  const fingerprint = signalFingerprint(turn.signals[0]!);
  expect([counters.signalSessions, counters.signalOccurrences]).toEqual([{ [fingerprint]: 1 }, { [fingerprint]: 2 }]);
});

const a = { turns: { '': 2 }, turnMs: { 4: 1, 8: 1 } } satisfies Counters;
test.each<[string, Counters, Counters, string[]]>([
  ['of a new session', {}, a, ['turnMs 4 1', 'turnMs 8 1', 'turns  2']],
  ['of an unchanged session', a, a, []],
  ['of one more turn', a, { turns: { '': 3 }, turnMs: { 4: 1, 8: 2 } }, ['turnMs 8 1', 'turns  1']],
  ['of an erased session', a, {}, ['turnMs 4 -1', 'turnMs 8 -1', 'turns  -2']],
  ['between buckets', { turnMs: { 4: 1 } }, { turnMs: { 5: 1 } }, ['turnMs 4 -1', 'turnMs 5 1']],
])('changes %s', (_, before, after, changes) =>
  expect(counterChanges(before, after).map(({ counter, key, amount }) => `${counter} ${key} ${amount}`)).toEqual(
    changes,
  ),
);
