import type {
  StudyAnalysis,
  StudyMetrics,
  StudySignals,
  StudyUsage,
} from '@assay/contract/areas/study-analytics/documents';
import { amountOf, type Counters, type PlainCounter } from '@assay/grading/measures/counters';
import { latencyQuantile, type LatencyHistogram } from '@assay/grading/measures/latency-histogram';
import { measuredShare } from '@assay/grading/measures/measured-rate';
import { signalFingerprint } from '@assay/grading/measures/session-signal';
import type { StudySignal } from './mined-window.ts';

type Scope = Pick<StudyMetrics, 'studyId' | 'population'>;

/** At most this many tools, and signals, are shown. */
const SHOWN = 100;

/** The metrics of a study from its counters. */
export function studyMetricsOf(scope: Scope, counters: Counters, signals: readonly StudySignal[]): StudyMetrics {
  const of = (name: PlainCounter) => amountOf(counters, name);
  const share = (part: PlainCounter, ...whole: PlainCounter[]) =>
    measuredShare(
      of(part),
      whole.reduce((sum, name) => sum + of(name), 0),
    );
  return {
    ...scope,
    sessions: {
      total: of('sessions'),
      ended: of('endedSessions'),
      left: of('leftSessions'),
      abandoned: of('abandonedSessions'),
      answered: of('answeredSessions'),
    },
    visitors: of('visitors'),
    turns: {
      total: of('turns'),
      completed: of('completedTurns'),
      failed: of('failedTurns'),
      cancelled: of('cancelledTurns'),
      deadEnds: of('deadEnds'),
    },
    toolCalls: { total: of('toolCalls'), errors: of('toolErrors'), repeated: of('repeatedCalls') },
    approvals: {
      asked: of('approvalsAsked'),
      approved: of('approvalsApproved'),
      declined: of('approvalsDeclined'),
    },
    feedback: { up: of('feedbackUp'), down: of('feedbackDown'), ratedSessions: of('ratedSessions') },
    rates: {
      toolErrorRate: share('toolErrors', 'toolCalls'),
      deadEndRate: share('deadEnds', 'completedTurns', 'failedTurns'),
      repeatedCallRate: share('repeatedCalls', 'toolCalls'),
      answerRate: share('answeredSessions', 'sessionsWithTurns'),
      abandonmentRate: share('abandonedSessions', 'leftSessions'),
      approvalDeclineRate: share('approvalsDeclined', 'approvalsDeclined', 'approvalsApproved'),
      positiveFeedbackRate: share('feedbackUp', 'feedbackUp', 'feedbackDown'),
    },
    latency: { turn: latencyOf(counters.turnMs), firstAnswer: latencyOf(counters.firstAnswerMs) },
    tools: toolsOf(counters, signals),
  };
}

const latencyOf = (histogram: LatencyHistogram = {}) => ({
  count: Object.values(histogram).reduce((sum, count) => sum + count, 0),
  p50Ms: latencyQuantile(histogram, 0.5) ?? null,
  p95Ms: latencyQuantile(histogram, 0.95) ?? null,
});

function toolsOf({ signalOccurrences: times = {} }: Counters, signals: readonly StudySignal[]): StudyMetrics['tools'] {
  const errors = Map.groupBy(
    signals.filter(({ dimension }) => dimension === 'toolError'),
    ({ subject }) => subject.id,
  );
  return signals
    .filter(({ dimension, fingerprint }) => dimension === 'toolUsed' && times[fingerprint])
    .map(({ subject, fingerprint }) => {
      const errorClasses = (errors.get(subject.id) ?? [])
        .map(({ detail, fingerprint: error }) => ({ errorClass: detail, errors: times[error] ?? 0 }))
        .filter(({ errors: count }) => count > 0)
        .sort((a, b) => b.errors - a.errors || a.errorClass.localeCompare(b.errorClass));
      const [calls, failed] = [times[fingerprint]!, errorClasses.reduce((sum, each) => sum + each.errors, 0)];
      return { subject, calls, errors: failed, errorRate: measuredShare(failed, calls), errorClasses };
    })
    .sort((a, b) => b.calls - a.calls || a.subject.id.localeCompare(b.subject.id))
    .slice(0, SHOWN);
}

/** The signals of a study's sessions, from its counters. */
export function studySignalsOf(scope: Scope, counters: Counters, signals: readonly StudySignal[]): StudySignals {
  const { signalSessions = {}, signalOccurrences = {} } = counters;
  const shown = signals.flatMap(({ fingerprint, dimension, detail, subject }) => {
    const affected = signalSessions[fingerprint] ?? 0;
    if (dimension === 'toolUsed' || affected === 0) return [];
    const isOfTool = subject.kind === 'tool' && subject.id !== '' && dimension !== 'declinedApproval';
    const used = signalFingerprint({ dimension: 'toolUsed', detail: '', subject });
    // A visitor may decline or dislike a tool in more sessions than called it.
    const exposed = isOfTool ? Math.max(signalSessions[used] ?? 0, affected) : amountOf(counters, 'sessions');
    return [
      {
        fingerprint,
        dimension,
        detail,
        subject,
        occurrences: signalOccurrences[fingerprint] ?? 0,
        sessions: measuredShare(affected, exposed),
      },
    ];
  });
  shown.sort((a, b) => b.sessions.numerator - a.sessions.numerator || a.fingerprint.localeCompare(b.fingerprint));
  return {
    ...scope,
    signals: shown.slice(0, SHOWN),
    scan: { sessions: amountOf(counters, 'sessions'), truncated: shown.length > SHOWN },
    analysis: { sampled: false },
  };
}

/** The plain counters that a day of use is made of. */
export const DAILY = ['sessions', 'turns', 'toolCalls', 'inputTokens', 'outputTokens'] as const;
type Daily = { day: string; amounts: Partial<Record<(typeof DAILY)[number], number>> };

/** How much a study was used; `days` may hold one more than is shown, and `analyzed` counts sessions of mined windows. */
export function studyUsageOf(
  scope: Scope,
  counters: Counters,
  days: readonly Daily[],
  shownDays: number,
  analyzed: number,
): StudyUsage {
  const of = (name: PlainCounter) => amountOf(counters, name);
  const usedIn = (amount: (name: (typeof DAILY)[number]) => number) => ({
    sessions: amount('sessions'),
    turns: amount('turns'),
    toolCalls: amount('toolCalls'),
    inputTokens: amount('inputTokens'),
    outputTokens: amount('outputTokens'),
  });
  return {
    ...scope,
    ...usedIn(of),
    visitors: of('visitors'),
    returningSessions: Math.max(0, of('sessions') - of('visitors')),
    estimatedCostUsd: of('costMicros') / 1_000_000,
    unpricedTurns: of('unpricedTurns'),
    days: days.slice(0, shownDays).map(({ day, amounts }) => ({ day, ...usedIn((name) => amounts[name] ?? 0) })),
    scan: { sessions: of('sessions'), truncated: days.length > shownDays },
    analysis: analysisOf(of('endedSessions'), analyzed),
  };
}

const analysisOf = (total: number, analyzed: number): StudyAnalysis => ({
  sampled: false,
  total,
  analyzed: Math.min(analyzed, total),
  pending: Math.max(0, total - analyzed),
  running: 0,
  failed: 0,
  skipped: 0,
  deferred: 0,
  deferredUntil: null,
  awaitingTaxonomy: 0,
  unassigned: 0,
  staleAssignments: 0,
  projectionPending: 0,
  projectionFailed: 0,
});
