import { signalFingerprint } from '@assay/grading/measures/session-signal';
import type { MinedWeek } from './mined-week.ts';
import type { FoundDimension, StoredStudyFinding } from './stored-finding.ts';
import { windowInsights } from './window-insights.ts';

const tool = { kind: 'tool', id: 'srv/search', label: 'search (shop)' } as const;
const conversation = { kind: 'conversation', id: '', label: 'the conversation' } as const;
const used = signalFingerprint({ dimension: 'toolUsed', detail: '', subject: tool });
const at = new Date(5);

const finding = (
  id: string,
  dimension: FoundDimension,
  detail = '',
  changes: Partial<StoredStudyFinding> = {},
): StoredStudyFinding => ({
  id,
  fingerprint: id,
  dimension,
  detail,
  subject: dimension === 'toolError' ? tool : conversation,
  status: 'new',
  occurrenceCount: 9,
  firstWindowId: 'W1',
  lastWindowId: 'W1',
  firstSeenAt: at,
  lastSeenAt: at,
  resolvedAt: null,
  dismissedAt: null,
  updatedAt: at,
  evidence: [],
  ...changes,
});
const window = (sessions: number, counts: Record<string, number>): MinedWeek => ({
  id: 'W1',
  startAt: new Date(1),
  endAt: new Date(2),
  minedAt: at,
  sessions,
  rated: 1,
  signals: Object.entries(counts).map(([fingerprint, affected]) => ({
    fingerprint,
    affected,
    occurrences: affected,
    firstAt: 1,
    lastAt: 2,
  })),
});

test('findings of the window are told, the most frequent first, with their sessions as evidence', () => {
  const body = windowInsights(
    'study_1',
    window(40, { [used]: 8, a: 4, b: 6, c: 1 }),
    [
      finding('a', 'toolError', 'serverData'),
      finding('b', 'deadEnd', 'noAnswer'),
      finding('c', 'abandonment', 'error'),
    ],
    new Map([['a', [{ sessionId: 'chat_1', promptIndex: 0, occurrences: 2, excerpt: 'out of stock' }]]]),
    7,
  );
  expect(body).toMatchObject({
    scope: { kind: 'user_testing_window', id: 'W1', scenarioId: 'study_1', windowStartAt: 1, windowEndAt: 2 },
    generatedAt: 7,
    summary: '2 findings in 40 sessions. The most frequent, in 6 sessions: Turns end without an answer.',
    coverage: { unit: 'sessions', analyzed: 40, total: 40, feedbackCount: 1, lowConfidence: false },
    truncation: { truncated: false, omittedFindings: 0, omittedEvidence: 9 },
  });
  expect(body.findings).toMatchObject([
    { id: 'b', severity: 'medium', confidence: 'high', affected: { count: 6, total: 40, unit: 'sessions' } },
    {
      id: 'a',
      title: 'Search (shop) fails',
      severity: 'high',
      confidence: 'medium',
      affected: { count: 4, total: 8 },
      evidence: [{ kind: 'tool_error', sessionId: 'chat_1', toolName: 'search', errorCode: 'serverData' }],
    },
  ]);
});

test.each<[string, number, StoredStudyFinding[], string]>([
  ['nothing', 3, [], 'Nothing went wrong in more than one of 3 sessions.'],
  [
    'a finding that the window resolved',
    12,
    [finding('a', 'deadEnd', 'error', { status: 'resolved', resolvedAt: at })],
    'Nothing went wrong in more than one of 12 sessions. One earlier finding did not come back.',
  ],
  [
    'a finding that an earlier window resolved',
    12,
    [finding('a', 'deadEnd', 'error', { status: 'resolved', resolvedAt: new Date(1) })],
    'Nothing went wrong in more than one of 12 sessions.',
  ],
])('the summary tells %s', (_, sessions, findings, summary) => {
  const body = windowInsights('study_1', window(sessions, {}), findings, new Map(), 7);
  expect([body.summary, body.coverage.lowConfidence]).toEqual([summary, sessions < 10]);
});
