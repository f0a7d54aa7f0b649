import { latencyBucket } from './latency-histogram.ts';
import type { SessionMeasures } from './session-measures.ts';
import { signalFingerprint } from './session-signal.ts';

/** Measures that one number sums up. */
const SUMMED = [
  'turns',
  'completedTurns',
  'failedTurns',
  'cancelledTurns',
  'deadEnds',
  'toolCalls',
  'toolErrors',
  'repeatedCalls',
  'approvalsAsked',
  'approvalsApproved',
  'approvalsDeclined',
  'feedbackUp',
  'feedbackDown',
  'inputTokens',
  'outputTokens',
  'costMicros',
  'unpricedTurns',
] as const satisfies (keyof SessionMeasures)[];

/** Sums over sessions, and counts of sessions with some property. */
export type PlainCounter =
  | (typeof SUMMED)[number]
  | 'sessions'
  | 'visitors'
  | 'endedSessions'
  | 'leftSessions'
  | 'abandonedSessions'
  | 'answeredSessions'
  | 'sessionsWithTurns'
  | 'ratedSessions';

/**
 * Counters that exist once per bucket (`turnMs`, `firstAnswerMs`), or once per signal by its fingerprint: in how many sessions
 * it was met, and how often.
 */
export type SplitCounter = 'turnMs' | 'firstAnswerMs' | 'signalSessions' | 'signalOccurrences';
export type CounterName = PlainCounter | SplitCounter;

/** Amounts by the counter's name and by its key, which is empty for plain counters. Counters of sessions are added up. */
export type Counters = Partial<Record<CounterName, Record<string, number>>>;

/** The share of one session in the counters. */
export function countersOf(measures: SessionMeasures): Counters {
  const { signals, firstAnswerMs } = measures;
  const plain: Record<PlainCounter, number> = {
    ...(Object.fromEntries(SUMMED.map((name) => [name, measures[name]])) as Record<(typeof SUMMED)[number], number>),
    sessions: 1,
    visitors: Number(measures.isFirstVisit),
    endedSessions: Number(measures.isEnded),
    leftSessions: Number(measures.hasLeft),
    abandonedSessions: Number(measures.isAbandoned),
    answeredSessions: Number(firstAnswerMs !== undefined),
    sessionsWithTurns: Number(measures.turns > 0),
    ratedSessions: Number(measures.feedbackUp + measures.feedbackDown > 0),
  };
  return {
    ...Object.fromEntries(Object.entries(plain).map(([name, amount]) => [name, { '': amount }])),
    turnMs: measures.turnMs,
    firstAnswerMs: firstAnswerMs === undefined ? {} : { [latencyBucket(firstAnswerMs)]: 1 },
    signalSessions: Object.fromEntries(signals.map((signal) => [signalFingerprint(signal), 1])),
    signalOccurrences: Object.fromEntries(signals.map((signal) => [signalFingerprint(signal), signal.occurrences])),
  };
}

/** Counters added up. */
export function summedCounters(all: readonly Counters[]): Counters {
  const sum: Counters = {};
  for (const [name, amounts] of all.flatMap(
    (each) => Object.entries(each) as [CounterName, Record<string, number>][],
  )) {
    const so = (sum[name] ??= {});
    for (const [key, amount] of Object.entries(amounts)) so[key] = (so[key] ?? 0) + amount;
  }
  return sum;
}

/** A change of one counter. */
export interface CounterChange {
  counter: string;
  key: string;
  amount: number;
}

/** The changes from one session's former share to its present one, in the order of counters and keys. */
export function counterChanges(before: Counters, after: Counters): CounterChange[] {
  const counters = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort() as CounterName[];
  return counters.flatMap((counter) => {
    const [had, has] = [before[counter] ?? {}, after[counter] ?? {}];
    return [...new Set([...Object.keys(had), ...Object.keys(has)])]
      .sort()
      .map((key) => ({ counter, key, amount: (has[key] ?? 0) - (had[key] ?? 0) }))
      .filter(({ amount }) => amount !== 0);
  });
}

/** The amount of a plain counter. */
export const amountOf = (counters: Counters, name: PlainCounter): number => counters[name]?.[''] ?? 0;
