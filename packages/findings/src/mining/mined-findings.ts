import type { FindingHistory } from './finding-history.ts';

/** At most this many windows of a series are compared, the newest ones. */
export const MAX_WINDOWS = 26;

/** How many sessions of a window showed a signal. */
export interface WindowSignal {
  fingerprint: string;
  affected: number;
  /** When the first of these sessions was, and the last one; milliseconds since the epoch. */
  firstAt: number;
  lastAt: number;
}

/** A window with the counts of its mining. */
export interface MinedWindow {
  id: string;
  /** Null when it was not mined yet. */
  minedAt: Date | null;
  signals: readonly WindowSignal[];
}

/** A finding as the windows of its series make it. */
export interface MinedFinding extends Omit<FindingHistory, 'resolvedBy'> {
  fingerprint: string;
  firstSeenAt: number;
  lastSeenAt: number;
  resolvedAt: number | null;
}

/** The counts of each window by the fingerprint of the signal. */
export const countsByWindow = (windows: readonly MinedWindow[]): ReadonlyMap<string, WindowSignal>[] =>
  windows.map(({ signals }) => new Map(signals.map((each) => [each.fingerprint, each])));

/** The findings of a series, from the signals that are troubles and from mined windows in their order. */
export function minedFindings<Signal extends { fingerprint: string }>(
  troubles: readonly Signal[],
  windows: readonly MinedWindow[],
  historyOf: (trouble: Signal) => FindingHistory | undefined,
): MinedFinding[] {
  const counts = countsByWindow(windows);
  return troubles.flatMap((trouble) => {
    const history = historyOf(trouble);
    if (!history) return [];
    const { resolvedBy, ...told } = history;
    const { fingerprint } = trouble;
    const countIn = (windowId: string) => counts[windows.findIndex(({ id }) => id === windowId)]!.get(fingerprint)!;
    return [
      {
        ...told,
        fingerprint,
        firstSeenAt: countIn(told.firstWindowId).firstAt,
        lastSeenAt: countIn(told.lastWindowId).lastAt,
        resolvedAt: windows.find(({ id }) => id === resolvedBy)?.minedAt?.getTime() ?? null,
      },
    ];
  });
}
