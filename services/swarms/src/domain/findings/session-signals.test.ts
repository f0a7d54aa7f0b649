import { signalFingerprint } from '@assay/grading/measures/session-signal';
import { failedCall, toolCall, turn } from '../../../test/support/run-fixture.ts';
import { exposureOf, isExposure, signalsOf, type SignalledSession } from './session-signals.ts';

const session = (changes: Partial<SignalledSession>): SignalledSession => ({
  journey: { id: 'journey_1', name: 'Find tea' },
  rubric: null,
  endReason: 'goalReached',
  turns: [],
  criteria: [],
  ...changes,
});
const told = (changes: Partial<SignalledSession>) =>
  signalsOf(session(changes))
    .map(({ dimension, detail, subject, occurrences }) =>
      `${dimension} ${detail} ${subject.kind} ${subject.id} ${occurrences}`.replace('  ', ' '),
    )
    .sort();

const query = { arguments: { q: 'tea' } };
const held = 'journeyHeld journey journey_1 1';

test.each<[string, Partial<SignalledSession>, string[]]>([
  ['a conversation without trouble', { turns: [turn(0, [toolCall('search')])] }, ['toolUsed tool srv/search 1']],
  [
    'a tool that fails twice with one error class',
    {
      turns: [
        turn(0, [failedCall('search', 'out'), toolCall('track')]),
        turn(1, [failedCall('search', 'out'), toolCall('track')]),
      ],
    },
    ['toolError serverData tool srv/search 2', 'toolUsed tool srv/search 2', 'toolUsed tool srv/track 2'],
  ],
  [
    'a tool that is taken for another one',
    { turns: [turn(0, [{ ...failedCall('find', 'no'), ...query }, toolCall('search', query)])] },
    [
      'toolConfusion toolPair srv/find | srv/search 1',
      'toolError serverData tool srv/find 1',
      'toolUsed tool srv/find 1',
      'toolUsed tool srv/search 1',
    ],
  ],
  ['a persona that gives up', { endReason: 'gaveUp' }, ['goalMissed gaveUp journey journey_1 1']],
  [
    'a turn without an answer',
    { turns: [turn(0, [], { messages: [{ role: 'user', text: 'Hm' }] })] },
    ['deadEnd noAnswer journey journey_1 1'],
  ],
  [
    'criteria that were met, unmet and not graded',
    {
      criteria: (['passed', 'failed', 'error'] as const).map((status) => ({
        id: status,
        kind: 'goal',
        role: 'gating',
        status,
        reason: '',
      })),
    },
    [
      'criterionGraded criterion journey_1/failed 1',
      'criterionGraded criterion journey_1/passed 1',
      'criterionUnmet criterion journey_1/failed 1',
    ],
  ],
])('%s has these signals', (_, changes, expected) => expect(told(changes)).toEqual([...expected, held].sort()));

test('every signal of a session has its exposure in the same session', () => {
  const signals = signalsOf(
    session({
      endReason: 'turnLimit',
      turns: [turn(0, [{ ...failedCall('find', 'no'), ...query }, toolCall('search', query)])],
      criteria: [{ id: 'c', kind: 'goal', role: 'gating', status: 'failed', reason: 'no' }],
    }),
  );
  const known = new Set(signals.map(signalFingerprint));
  const troubles = signals.filter((signal) => !isExposure(signal));
  expect(troubles.length).toBeGreaterThan(3);
  expect(troubles.filter((signal) => !known.has(exposureOf(signal)))).toEqual([]);
});
