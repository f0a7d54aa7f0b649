/** The states of a finding of a study. Dismissal is independent of them. */
export type FindingStatus = 'new' | 'recurring' | 'regressed' | 'resolved';

/** The evidence of one window about a signal. */
export interface WindowSighting {
  windowId: string;
  /** Sessions in which it happened, and in which it could have happened. */
  affected: number;
  exposed: number;
}

/** In fewer sessions of a window, a signal may be chance and is no finding. */
export const FEWEST_AFFECTED = 2;
/** In fewer sessions, that a signal is missing proves nothing. */
export const FEWEST_EXPOSED = 5;

export interface FindingHistory {
  status: FindingStatus;
  firstWindowId: string;
  /** The last window in which it was seen. */
  lastWindowId: string;
  /** The window that resolved it, while it is resolved. */
  resolvedBy?: string;
  /** Sessions in which it happened, over the windows in which it was seen. */
  occurrenceCount: number;
}

/**
 * The state of a finding after its study's windows, in their order; undefined when no window showed it. The first window
 * that shows it makes it `new`, a further one `recurring`. A window in which enough sessions could have shown it and too
 * few did makes it `resolved`; shown again after that it is `regressed`.
 */
export function findingHistory(windows: readonly WindowSighting[]): FindingHistory | undefined {
  let history: FindingHistory | undefined;
  for (const { windowId, affected, exposed } of windows) {
    if (affected >= FEWEST_AFFECTED) history = seenAgain(history, windowId, affected);
    else if (history && history.status !== 'resolved' && exposed >= FEWEST_EXPOSED)
      history = { ...history, status: 'resolved', resolvedBy: windowId };
  }
  return history;
}

function seenAgain(before: FindingHistory | undefined, windowId: string, affected: number): FindingHistory {
  if (!before) return { status: 'new', firstWindowId: windowId, lastWindowId: windowId, occurrenceCount: affected };
  const { resolvedBy: _, ...history } = before;
  return {
    ...history,
    status: before.status === 'resolved' ? 'regressed' : 'recurring',
    lastWindowId: windowId,
    occurrenceCount: before.occurrenceCount + affected,
  };
}
