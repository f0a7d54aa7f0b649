import type { StudySignals } from '@assay/contract/areas/study-analytics/documents';
import { amountOf, type Counters } from './counters.ts';
import { measuredShare } from './measured-rate.ts';
import { signalFingerprint, type CountedSignal } from './session-signal.ts';

export type SignalShare = StudySignals['signals'][number];

/** At most this many signals are shown. */
const SHOWN = 100;

/** In how many of the sessions in which each signal could have happened it did. Exposures are left out. */
export function signalShares(counters: Counters, signals: readonly CountedSignal[]): SignalShare[] {
  const { signalSessions = {}, signalOccurrences = {} } = counters;
  return signals.flatMap(({ fingerprint, dimension, detail, subject }) => {
    const affected = signalSessions[fingerprint] ?? 0;
    if (dimension === 'toolUsed' || affected === 0) return [];
    const occurrences = signalOccurrences[fingerprint] ?? 0;
    const sessions = measuredShare(affected, Math.max(exposedTo(counters, { dimension, subject }), affected));
    return [{ fingerprint, dimension, detail, subject, occurrences, sessions }];
  });
}

/**
 * In how many sessions a signal could have happened: the sessions that called its tool, or all sessions when its subject is
 * no tool of a server. Without a call, a person may still decline or dislike a tool.
 */
export function exposedTo(
  counters: Counters,
  { dimension, subject }: Pick<CountedSignal, 'dimension' | 'subject'>,
): number {
  if (subject.kind !== 'tool' || subject.id === '' || dimension === 'declinedApproval')
    return amountOf(counters, 'sessions');
  return counters.signalSessions?.[signalFingerprint({ dimension: 'toolUsed', detail: '', subject })] ?? 0;
}

/** The signals that the most sessions showed. */
export function mostFrequentSignals(
  counters: Counters,
  signals: readonly CountedSignal[],
): Pick<StudySignals, 'signals' | 'scan'> {
  const shares = signalShares(counters, signals).sort(
    (a, b) => b.sessions.numerator - a.sessions.numerator || a.fingerprint.localeCompare(b.fingerprint),
  );
  return {
    signals: shares.slice(0, SHOWN),
    scan: { sessions: amountOf(counters, 'sessions'), truncated: shares.length > SHOWN },
  };
}
