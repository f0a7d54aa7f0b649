import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';
import { Insights, InsightsStatus } from '../analysis/insights.ts';
import { RateInterval } from '../analysis/statistics.ts';

const Count = Type.Integer({ minimum: 0 });

export type StudyPopulation = Static<typeof StudyPopulation>;
export const StudyPopulation = oneOf(['real', 'synthetic'], {
  description: '`real`: people who followed the link. `synthetic`: personas.',
});

export const ReadStudyMeasures = open(
  { population: Type.Optional({ ...StudyPopulation, default: 'real' }) },
  { $id: 'ReadStudyMeasures' },
);

/** A share with the counts that it is made of. */
export type StudyRate = Static<typeof StudyRate>;
export const StudyRate = open(
  {
    value: nullable(Type.Number({ minimum: 0, maximum: 1, description: 'Null when nothing was counted.' })),
    numerator: Count,
    denominator: Count,
    interval: nullable(RateInterval),
    lowConfidence: Type.Boolean({ description: 'The denominator is below 20, so the rate may be chance.' }),
  },
  { $id: 'StudyRate' },
);

const Latency = open({
  count: Count,
  p50Ms: nullable(Type.Number({ description: 'Off by at most 10 %; null when nothing was timed.' })),
  p95Ms: nullable(Type.Number()),
});

const Subject = open(
  {
    kind: oneOf(['tool', 'conversation']),
    id: Type.String({
      description: '`serverId/toolName`; empty for the conversation, and for tools that no server has.',
    }),
    label: Type.String(),
  },
  { $id: 'StudySignalSubject' },
);

const about = {
  dimension: oneOf(['toolError', 'deadEnd', 'repeatedCall', 'declinedApproval', 'negativeFeedback', 'abandonment']),
  detail: Type.String({
    description: 'The error class of a tool error, or the kind of a dead end or abandonment; empty otherwise.',
  }),
  subject: Subject,
};

const measured = { studyId: Id, population: StudyPopulation };

/** The measures of a study's sessions. */
export type StudyMetrics = Static<typeof StudyMetrics>;
export const StudyMetrics = open(
  {
    ...measured,
    sessions: open({
      total: Count,
      ended: Count,
      left: { ...Count, description: 'The visitor went away, after at least one question.' },
      abandoned: Count,
      answered: { ...Count, description: 'A turn gave a useful answer.' },
    }),
    visitors: Count,
    turns: open({ total: Count, completed: Count, failed: Count, cancelled: Count, deadEnds: Count }),
    toolCalls: open({ total: Count, errors: Count, repeated: Count }),
    approvals: open({ asked: Count, approved: Count, declined: Count }),
    feedback: open({ up: Count, down: Count, ratedSessions: Count }),
    rates: open({
      toolErrorRate: StudyRate,
      deadEndRate: StudyRate,
      repeatedCallRate: StudyRate,
      answerRate: StudyRate,
      abandonmentRate: StudyRate,
      approvalDeclineRate: StudyRate,
      positiveFeedbackRate: StudyRate,
    }),
    latency: open({ turn: Latency, firstAnswer: Latency }),
    tools: Type.Array(
      open({
        subject: Subject,
        calls: Count,
        errors: Count,
        errorRate: StudyRate,
        errorClasses: Type.Array(open({ errorClass: Type.String(), errors: Count })),
      }),
      { description: 'The most called first, 100 at most.' },
    ),
  },
  { $id: 'StudyMetrics' },
);

/** How far sessions were analyzed. Reading it starts nothing. */
export const StudyAnalysis = open(
  {
    sampled: Type.Boolean({ description: 'Always false: every session is analyzed.' }),
    total: { ...Count, description: 'Ended sessions.' },
    analyzed: { ...Count, description: 'Ended sessions of windows that were mined since.' },
    pending: Count,
    running: Count,
    failed: Count,
    skipped: Count,
    deferred: Count,
    deferredUntil: nullable(EpochMs()),
    awaitingTaxonomy: Count,
    unassigned: Count,
    staleAssignments: Count,
    projectionPending: Count,
    projectionFailed: Count,
  },
  {
    $id: 'StudyAnalysis',
    description:
      'Sessions are analyzed by rules, all of them and without themes: `running`, `failed`, `skipped`, `deferred` and what is about themes is 0.',
  },
);
export type StudyAnalysis = Static<typeof StudyAnalysis>;

const Scan = open(
  { sessions: Count, truncated: Type.Boolean({ description: 'Something was left out of the lists.' }) },
  { $id: 'StudyScan' },
);

const used = { sessions: Count, turns: Count, toolCalls: Count, inputTokens: Count, outputTokens: Count };

/** How much a study was used. */
export type StudyUsage = Static<typeof StudyUsage>;
export const StudyUsage = open(
  {
    ...measured,
    ...used,
    visitors: { ...Count, description: 'Sessions that are the first of their visitor.' },
    returningSessions: Count,
    estimatedCostUsd: Type.Number({ minimum: 0, description: 'Of the turns with a known price.' }),
    unpricedTurns: Count,
    days: Type.Array(open({ day: Type.String({ description: '`YYYY-MM-DD`, UTC.' }), ...used }), {
      description: 'By the day in which the session began, the latest 90 days with sessions, newest first.',
    }),
    scan: Scan,
    analysis: StudyAnalysis,
  },
  { $id: 'StudyUsage' },
);

/** The signals that sessions of a study share. */
export type StudySignals = Static<typeof StudySignals>;
export const StudySignals = open(
  {
    ...measured,
    signals: Type.Array(
      open({
        fingerprint: Type.String({ description: 'The same for the same signal in every window.' }),
        ...about,
        occurrences: Count,
        sessions: StudyRate,
      }),
      {
        description:
          'The most frequent first, 100 at most. `sessions` is the share of sessions that showed it, of those in which it could have happened.',
      },
    ),
    scan: Scan,
    analysis: open({ sampled: Type.Boolean() }),
  },
  { $id: 'StudySignals' },
);

/** A signal that several sessions of a window showed. */
export type StudyFinding = Static<typeof StudyFinding>;
export const StudyFinding = open(
  {
    id: Id,
    studyId: Id,
    fingerprint: Type.String({ description: 'The same for the same signal in every window.' }),
    title: Type.String(),
    ...about,
    status: oneOf(['new', 'recurring', 'regressed', 'resolved'], {
      description:
        "Over the study's windows: `recurring` was seen in several, `resolved` not in a later one with enough sessions, `regressed` again after that.",
    }),
    occurrenceCount: { ...Count, description: 'Sessions that showed it, over the windows in which it was seen.' },
    firstSeenWindowId: Type.String(),
    lastSeenWindowId: Type.String(),
    firstSeenAt: EpochMs(),
    lastSeenAt: EpochMs(),
    resolvedAt: nullable(EpochMs()),
    dismissedAt: nullable(EpochMs('When it was dismissed; it does not change the status.')),
    updatedAt: EpochMs(),
    evidence: Type.Array(
      open({
        sessionId: Id,
        promptIndex: Type.Integer({ minimum: 0, description: 'The turn that showed it first, from 0.' }),
        occurrences: Count,
        excerpt: Type.String({ description: 'Masked.' }),
      }),
      { description: 'Its newest sessions that are still there, 5 at most.' },
    ),
  },
  { $id: 'StudyFinding' },
);
export const StudyFindingPage = page(StudyFinding, 'StudyFindingPage');
export const ListStudyFindings = pageQuery('ListStudyFindings', 50, 200);

export const StudyFindingDismissed = open(
  { id: Id, studyId: Id, projectId: Id, dismissed: Type.Boolean() },
  { $id: 'StudyFindingDismissed' },
);

export const RequestStudyInsights = closed(
  { force: Type.Optional(Type.Boolean({ description: 'Makes them again although they exist.' })) },
  { $id: 'StudyInsightsRequest' },
);
const WindowId = Type.String({ minLength: 1, maxLength: 128, description: 'A week, such as `2026-W48`.' });

export const StudyInsightsRequested = open(
  { studyId: Id, projectId: Id, windowId: WindowId, status: InsightsStatus },
  { $id: 'StudyInsightsRequested' },
);

export const CancelStudyInsights = closed({ windowId: WindowId }, { $id: 'StudyInsightsCancelRequest' });
export const StudyInsightsCancelled = open(
  { studyId: Id, projectId: Id, windowId: WindowId, canceled: Type.Literal(true) },
  { $id: 'StudyInsightsCanceled' },
);

/** The explained findings of one window. */
export type StudyWindowInsights = Static<typeof StudyWindowInsights>;
export const StudyWindowInsights = open(
  {
    studyId: Id,
    projectId: Id,
    windowId: WindowId,
    status: InsightsStatus,
    insights: Insights,
    updatedAt: EpochMs(),
  },
  { $id: 'StudyWindowInsights' },
);
