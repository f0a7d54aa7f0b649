/** A finding's state over the windows of its series. Dismissal is independent of it. */
export type FindingStatus = 'new' | 'recurring' | 'regressed' | 'resolved';

/** The windows in which a finding was seen, and the state that they made. */
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

/** In fewer sessions of a window, a signal may be chance and is no finding. */
export const FEWEST_AFFECTED = 2;

/** The history of a finding with one more window in which it was seen, and the state that this makes. */
export function seenAgain(
  before: FindingHistory | undefined,
  { windowId, affected }: { windowId: string; affected: number },
  status: FindingStatus,
): FindingHistory {
  const { resolvedBy: _, ...history } = before ?? { firstWindowId: windowId, occurrenceCount: 0 };
  return { ...history, status, lastWindowId: windowId, occurrenceCount: history.occurrenceCount + affected };
}
