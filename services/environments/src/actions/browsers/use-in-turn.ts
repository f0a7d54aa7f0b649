import { conflict } from '@assay/contract/problem';
import type { Tx } from '@assay/kit/postgres/db';
import { busyProblem, closedProblem, unknownProblem } from '../../domain/browsers/browser-refusals.ts';
import type { TurnBrowser } from '../../domain/turns/turn.ts';
import { advanceBrowser, lockBrowser } from '../../store/browsers/browsers.ts';
import type { StoredBrowser } from '../../domain/browsers/stored-browser.ts';

/**
 * Notes that a turn uses the live browser of its session, whose row this locks after the session's.
 * @throws CONFLICT when it has ended, something else uses it, or an outcome is unknown.
 */
export async function useInTurn(
  tx: Tx,
  sessionId: string,
  turnId: string,
  { liveId }: Pick<TurnBrowser, 'liveId'>,
): Promise<void> {
  const browser = await lockBrowser(tx, sessionId);
  if (!browser) throw conflict('The browser of the session is gone: send the message again.');
  const refusal = busyProblem(browser) ?? unknownProblem(browser);
  if (refusal) throw refusal;
  if (browser.status !== 'open' || browser.liveId !== liveId) throw closedProblem(browser);
  await advanceBrowser(tx, browser, { busyWith: turnId, isUsed: true });
}

/**
 * Notes that a turn no longer uses a browser. One whose runner was lost may have acted on a page, which has to be observed
 * then.
 */
export async function releaseFromTurn(
  tx: Tx,
  sessionId: string,
  turnId: string,
  isLost: boolean,
): Promise<StoredBrowser | undefined> {
  const browser = await lockBrowser(tx, sessionId);
  if (!browser) return undefined;
  return advanceBrowser(tx, browser, {
    ...(browser.busyWith === turnId && { busyWith: null }),
    ...(isLost && { unknownCommand: turnId }),
    isUsed: true,
  });
}
