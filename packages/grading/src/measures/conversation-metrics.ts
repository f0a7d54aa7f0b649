import type { StudyMetrics } from '@assay/contract/areas/study-analytics/documents';
import { amountOf, type Counters, type PlainCounter } from './counters.ts';
import { latencyQuantile, type LatencyHistogram } from './latency-histogram.ts';
import { measuredShare } from './measured-rate.ts';
import type { CountedSignal } from './session-signal.ts';

/** The measures of conversations of people or personas. */
export type ConversationMetrics = Omit<StudyMetrics, 'studyId' | 'population'>;

/** At most this many tools are shown. */
const SHOWN = 100;

/** The metrics of conversations from their counters, and from the signals that these count. */
export function conversationMetrics(counters: Counters, signals: readonly CountedSignal[]): ConversationMetrics {
  const of = (name: PlainCounter) => amountOf(counters, name);
  const share = (part: PlainCounter, ...whole: PlainCounter[]) =>
    measuredShare(
      of(part),
      whole.reduce((sum, name) => sum + of(name), 0),
    );
  return {
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

function toolsOf(
  { signalOccurrences: times = {} }: Counters,
  signals: readonly CountedSignal[],
): ConversationMetrics['tools'] {
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
