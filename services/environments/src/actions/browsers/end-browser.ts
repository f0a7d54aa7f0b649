import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { cancelWork, dropWork } from '@assay/work/queue/work-queue';
import { lostCommand, type StoredEntry } from '../../domain/browsers/browser-entry.ts';
import { busyProblem } from '../../domain/browsers/browser-refusals.ts';
import type { StoredBrowser } from '../../domain/browsers/stored-browser.ts';
import { appendEntry, findRunning, listSlowCommands } from '../../store/browsers/browser-entries.ts';
import {
  advanceBrowser,
  deleteUnopened,
  listDueBrowsers,
  lockBrowser,
  withdrawLive,
  type BrowserLimits,
} from '../../store/browsers/browsers.ts';
import { notifySession } from '../../store/turns/turn-events.ts';
import { settleCommand } from './settle-commands.ts';

/** Writes the end of a locked browser. The command that it was busy with ends as `unknown`. */
export async function endBrowser(
  tx: Tx,
  browser: StoredBrowser,
  reason: string,
): Promise<{ browser: StoredBrowser; entry: StoredEntry | undefined }> {
  const calm = await loseRunning(tx, browser, { code: 'BROWSER_CLOSED', message: 'The browser ended meanwhile.' });
  const entry =
    calm.openedAt === null ? undefined : await appendEntry(tx, browser.sessionId, { kind: 'closed', body: { reason } });
  const ended = await advanceBrowser(tx, calm, { status: 'closed', endReason: reason, busyWith: null, runnerId: null });
  await notifySession(tx, browser.sessionId);
  return { browser: ended, entry };
}

/** Ends the running command of a locked browser without a report; answers the browser as it is then. */
export async function loseRunning(
  tx: Tx,
  browser: StoredBrowser,
  error: { code: string; message: string },
): Promise<StoredBrowser> {
  const command = await findRunning(tx, browser.sessionId);
  if (!command) return browser;
  await dropWork(tx, command.workId);
  return settleCommand(tx, browser, command, lostCommand(command.body.command, error), []);
}

/**
 * Asks the runner of a locked browser to close it; a browser that no runner has ends at once.
 * Answers the browser as it is then, and the entry of its end.
 */
export async function closeLive(
  tx: Tx,
  browser: StoredBrowser,
  reason: string,
): Promise<ReturnType<typeof endBrowser>> {
  const dropped = await cancelWork(tx, browser.liveId!);
  if (dropped.length > 0) return endBrowser(tx, browser, reason);
  const calm = await loseRunning(tx, browser, { code: 'BROWSER_CLOSED', message: 'The browser was closed meanwhile.' });
  const closing = await advanceBrowser(tx, calm, { status: 'closing', endReason: reason });
  await notifySession(tx, browser.sessionId);
  return { browser: closing, entry: undefined };
}

/**
 * Closes the browser of a session for its owner.
 * @throws CONFLICT while a turn uses it.
 */
export const closeSessionBrowser = (pool: Pool, sessionId: string): Promise<StoredBrowser> =>
  transaction(pool, async (tx) => {
    const browser = await lockBrowser(tx, sessionId);
    if (!browser) throw notFound('browser of the session', { sessionId });
    if (browser.status === 'closed' || browser.status === 'closing') {
      await audit(tx);
      return browser;
    }
    const turnProblem = browser.busyWith?.startsWith('turn_') ? busyProblem(browser) : undefined;
    if (turnProblem) throw turnProblem;
    const { browser: next } = await closeLive(tx, browser, 'closed');
    await audit(tx, { target: { sessionId, projectId: browser.projectId }, before: { status: browser.status } });
    return next;
  });

/**
 * Takes a browser that is being opened off the queue unless a runner has it; answers whether it was. A session that was
 * made for it goes as well.
 */
export const withdrawOpening = (pool: Pool, sessionId: string, liveId: string): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const browser = await lockBrowser(tx, sessionId);
    if (browser?.status !== 'opening' || browser.liveId !== liveId) return false;
    if (!(await withdrawLive(tx, liveId))) return false;
    await endBrowser(tx, browser, 'BROWSER_CAPACITY');
    await deleteUnopened(tx, sessionId);
    return true;
  });

/**
 * Ends a browser that is open for too long, was not opened in time, or whose work item is gone. One that was used or
 * opened again since it was found stays.
 */
export const endDueBrowser = (pool: Pool, sessionId: string, limits: BrowserLimits): Promise<void> =>
  transaction(pool, async (tx) => {
    const browser = await lockBrowser(tx, sessionId);
    const [due] = browser ? await listDueBrowsers(tx, limits, sessionId) : [];
    if (!browser || !due) return;
    const { why } = due;
    if (why === 'RUNNER_LOST') await endBrowser(tx, browser, browser.status === 'closing' ? browser.endReason! : why);
    else if (browser.status !== 'closing') await closeLive(tx, browser, why);
    await deleteUnopened(tx, sessionId);
  });

/** The longest that a command may take from its request on, in milliseconds; then its outcome counts as lost. */
export const COMMAND_END_MS = 60_000;

/** Ends the command of a browser that no runner reported within `ms`; one that began since it was found goes on. */
export const endSlowCommand = (pool: Pool, sessionId: string, ms: number): Promise<void> =>
  transaction(pool, async (tx) => {
    const browser = await lockBrowser(tx, sessionId);
    if (!browser || (await listSlowCommands(tx, ms, sessionId)).length === 0) return;
    await loseRunning(tx, browser, { code: 'TIMEOUT', message: 'The runner did not report the outcome in time.' });
    await notifySession(tx, sessionId);
  });
