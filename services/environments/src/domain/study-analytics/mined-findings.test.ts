import { signalFingerprint, type SignalDimension } from '@assay/grading/measures/session-signal';
import { exposedSessions, findingsOfStudy } from './mined-findings.ts';

const tool = { kind: 'tool', id: 'srv/search', label: 'search (shop)' } as const;
const conversation = { kind: 'conversation', id: '', label: 'the conversation' } as const;
const signal = (dimension: SignalDimension, subject: typeof tool | typeof conversation = tool) => ({
  dimension,
  detail: '',
  subject,
  fingerprint: signalFingerprint({ dimension, detail: '', subject }),
});
const [used, failed] = [signal('toolUsed'), signal('toolError')];

const window = (id: string, sessions: number, counts: [{ fingerprint: string }, number][], day = 1) => ({
  id,
  startAt: new Date(day),
  endAt: new Date(day + 1),
  minedAt: new Date(day * 1_000),
  sessions,
  rated: 0,
  signals: counts.map(([{ fingerprint }, affected]) => ({
    fingerprint,
    affected,
    occurrences: affected,
    firstAt: day,
    lastAt: day + 0.5,
  })),
});

test.each<[string, ReturnType<typeof signal>, number]>([
  ['an error of a tool by the sessions that called it', failed, 4],
  ['an error of a tool that was not called by none', { ...failed, subject: { ...tool, id: 'srv/other' } as never }, 0],
  ['a declined approval by all sessions', signal('declinedApproval'), 9],
  ['a dead end of the conversation by all sessions', signal('deadEnd', conversation), 9],
  ['an error of tools that no server has by all sessions', { ...failed, subject: { ...tool, id: '' } as never }, 9],
])('%s', (_, about, exposed) => expect(exposedSessions(about, window('W1', 9, [[used, 4]]))).toBe(exposed));

test('a finding tells its windows, its times and the sessions that showed it', () => {
  const windows = [
    window(
      'W1',
      9,
      [
        [used, 6],
        [failed, 2],
      ],
      1,
    ),
    window(
      'W2',
      9,
      [
        [used, 6],
        [failed, 3],
      ],
      2,
    ),
    window('W3', 9, [[used, 6]], 3),
  ];
  expect(findingsOfStudy([used, failed], windows)).toEqual([
    {
      fingerprint: failed.fingerprint,
      status: 'resolved',
      occurrenceCount: 5,
      firstWindowId: 'W1',
      lastWindowId: 'W2',
      firstSeenAt: 1,
      lastSeenAt: 2.5,
      resolvedAt: 3_000,
    },
  ]);
});

test('a window without a call of the tool resolves no error of it', () => {
  const windows = [
    window(
      'W1',
      9,
      [
        [used, 6],
        [failed, 2],
      ],
      1,
    ),
    window('W2', 50, [], 2),
  ];
  expect(findingsOfStudy([failed], windows)).toMatchObject([{ status: 'new', resolvedAt: null }]);
});
