import { given } from '@assay/contract/given';
import { conflict, Problem, reasons } from '@assay/contract/problem';
import type { StoredBrowser } from './stored-browser.ts';

/** How long to wait before another look at a browser that is used, in milliseconds. */
const RETRY_MS = 1_000;
/** How long to wait for a free browser, in seconds. */
const CAPACITY_RETRY_S = 10;

/** @throws FEATURE_NOT_SUPPORTED when the installation has no runner with a browser. */
export function assertHasBrowsers({ browserRunners }: { browserRunners: boolean }): void {
  if (!browserRunners)
    throw new Problem(
      'FEATURE_NOT_SUPPORTED',
      'This installation has no runner with a browser: its operator starts one and sets BROWSER_RUNNERS, or the request leaves out /browser.',
      { feature: 'browser', setting: 'BROWSER_RUNNERS' },
    );
}

/** No runner had a free browser; nothing has changed. */
export const capacityProblem = (sessionId?: string): Problem =>
  new Problem(
    'RATE_LIMITED',
    'No runner has a free browser now: close one, or repeat the request later.',
    { reason: reasons.BROWSER_CAPACITY, ...given({ sessionId }) },
    CAPACITY_RETRY_S,
  );

/** The browser closed before it was open. */
export const openingProblem = (endReason: string | null): Problem =>
  new Problem('SERVER_UNREACHABLE', `The browser could not be opened (${endReason ?? 'unknown'}): try again.`, {
    reason: reasons.BROWSER_CLOSED,
    ...(endReason !== null && { endReason }),
  });

export const closedProblem = ({ sessionId, status, endReason }: StoredBrowser): Problem =>
  conflict('The browser of the session is closed: open it again.', {
    reason: reasons.BROWSER_CLOSED,
    sessionId,
    status,
    ...(endReason !== null && { endReason }),
  });

/** The CONFLICT of a browser that a command or a turn uses; undefined when none does. */
export function busyProblem({ sessionId, status, busyWith }: StoredBrowser): Problem | undefined {
  if (status !== 'opening' && busyWith === null) return undefined;
  const isTurn = busyWith?.startsWith('turn_') === true;
  return new Problem(
    'CONFLICT',
    isTurn
      ? 'A turn of the session uses the browser: wait for it, or cancel it.'
      : 'The browser is busy with a command or with its opening: wait for the end of it.',
    {
      reason: isTurn ? reasons.TURN_IN_PROGRESS : reasons.COMMAND_IN_PROGRESS,
      sessionId,
      ...(busyWith !== null && (isTurn ? { turnId: busyWith } : { commandId: busyWith })),
      retryAfterMs: RETRY_MS,
    },
    RETRY_MS / 1_000,
  );
}

/** The CONFLICT of an act after one whose outcome was lost; undefined when there is none. */
export const unknownProblem = ({ sessionId, unknownCommand }: StoredBrowser): Problem | undefined =>
  unknownCommand === null
    ? undefined
    : conflict('The outcome of an earlier command or turn is unknown: observe the page before another act.', {
        reason: reasons.BROWSER_OUTCOME_UNKNOWN,
        sessionId,
        commandId: unknownCommand,
      });
