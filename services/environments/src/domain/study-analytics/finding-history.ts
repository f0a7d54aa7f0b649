import { FEWEST_AFFECTED, seenAgain, type FindingHistory } from '@assay/findings/mining/finding-history';

/** The evidence of one window about a signal. */
export interface WindowSighting {
  windowId: string;
  /** Sessions in which it happened, and in which it could have happened. */
  affected: number;
  exposed: number;
}

/** In fewer sessions, that a signal is missing proves nothing. */
const FEWEST_EXPOSED = 5;

/**
 * The state of a finding after its study's windows, in their order; undefined when no window showed it. The first window
 * that shows it makes it `new`, a further one `recurring`. A window in which enough sessions could have shown it and too
 * few did makes it `resolved`; shown again after that it is `regressed`.
 */
export function findingHistory(windows: readonly WindowSighting[]): FindingHistory | undefined {
  let history: FindingHistory | undefined;
  for (const window of windows) {
    if (window.affected >= FEWEST_AFFECTED) history = seenAgain(history, window, statusWhenSeen(history));
    else if (history && history.status !== 'resolved' && window.exposed >= FEWEST_EXPOSED)
      history = { ...history, status: 'resolved', resolvedBy: window.windowId };
  }
  return history;
}

function statusWhenSeen(before: FindingHistory | undefined): FindingHistory['status'] {
  if (!before) return 'new';
  return before.status === 'resolved' ? 'regressed' : 'recurring';
}
