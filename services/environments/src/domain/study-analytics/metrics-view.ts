import type {
  StudyAnalysis,
  StudyMetrics,
  StudySignals,
  StudyUsage,
} from '@assay/contract/areas/study-analytics/documents';
import { conversationMetrics } from '@assay/grading/measures/conversation-metrics';
import { amountOf, type Counters, type PlainCounter } from '@assay/grading/measures/counters';
import type { CountedSignal } from '@assay/grading/measures/session-signal';
import { mostFrequentSignals } from '@assay/grading/measures/signal-shares';

type Scope = Pick<StudyMetrics, 'studyId' | 'population'>;

/** The metrics of a study from its counters. */
export const studyMetricsOf = (scope: Scope, counters: Counters, signals: readonly CountedSignal[]): StudyMetrics => ({
  ...scope,
  ...conversationMetrics(counters, signals),
});

/** The signals of a study's sessions, from its counters. */
export const studySignalsOf = (scope: Scope, counters: Counters, signals: readonly CountedSignal[]): StudySignals => ({
  ...scope,
  ...mostFrequentSignals(counters, signals),
  analysis: { sampled: false },
});

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
