import { findingHistory, type FindingStatus } from '@assay/grading/measures/finding-lifecycle';
import { signalFingerprint, type CountedSignal } from '@assay/grading/measures/session-signal';
import type { MinedWindow } from './mined-window.ts';

/** A finding as the windows of its study make it. */
export interface MinedFinding {
  fingerprint: string;
  status: FindingStatus;
  occurrenceCount: number;
  firstWindowId: string;
  lastWindowId: string;
  firstSeenAt: number;
  lastSeenAt: number;
  resolvedAt: number | null;
}

/**
 * In how many ended sessions of a window a signal could have happened: the sessions that called its tool, or all of them when it
 * is about no known tool, and for declined calls, which are no calls.
 */
export function exposedSessions(
  { dimension, subject }: Pick<CountedSignal, 'dimension' | 'subject'>,
  { sessions, signals }: Pick<MinedWindow, 'sessions' | 'signals'>,
): number {
  if (subject.kind !== 'tool' || subject.id === '' || dimension === 'declinedApproval') return sessions;
  const used = signalFingerprint({ dimension: 'toolUsed', detail: '', subject });
  return signals.find(({ fingerprint }) => fingerprint === used)?.affected ?? 0;
}

/** The findings of a study, from its signals and its mined windows in their order. */
export function minedFindings(signals: readonly CountedSignal[], windows: readonly MinedWindow[]): MinedFinding[] {
  const byWindow = windows.map((window) => new Map(window.signals.map((each) => [each.fingerprint, each])));
  return signals.flatMap((signal) => {
    if (signal.dimension === 'toolUsed') return [];
    const { fingerprint } = signal;
    const history = findingHistory(
      windows.map((window, i) => ({
        windowId: window.id,
        affected: byWindow[i]!.get(fingerprint)?.affected ?? 0,
        exposed: exposedSessions(signal, window),
      })),
    );
    if (!history) return [];
    const { resolvedBy, ...told } = history;
    const countOf = (windowId: string) => byWindow[windows.findIndex(({ id }) => id === windowId)]!.get(fingerprint)!;
    const resolver = windows.find(({ id }) => id === resolvedBy);
    return [
      {
        ...told,
        fingerprint,
        firstSeenAt: countOf(told.firstWindowId).firstAt,
        lastSeenAt: countOf(told.lastWindowId).lastAt,
        resolvedAt: resolver?.minedAt?.getTime() ?? null,
      },
    ];
  });
}
