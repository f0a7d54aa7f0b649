import type { BrowserCommandReply } from '@assay/contract/areas/browsers/documents';
import { notFound, Problem, unavailable } from '@assay/contract/problem';
import { inFlight } from '@assay/kit/requests/in-flight';
import { beginCommand, type CommandToBegin } from '../../actions/browsers/begin-command.ts';
import type { Deps } from '../../deps.ts';
import { assertCommand } from '../../domain/browsers/browser-command.ts';
import { commandReplyOf } from '../../domain/browsers/browser-entry.ts';
import { sessionBrowserOf } from '../../domain/browsers/stored-browser.ts';
import { findCommand } from '../../store/browsers/browser-entries.ts';
import { findBrowser } from '../../store/browsers/browsers.ts';

/** The longest wait for an outcome, in milliseconds: a lost one is noticed before. */
const WAIT_MS = 80_000;
/** The wait ends this long before the deadline of the request, in milliseconds. */
const MARGIN_MS = 500;

/**
 * Sends a command to the browser of a session, and waits for its outcome.
 * @throws the Problem that refuses the command; TIMEOUT with its id when the wait ends before it.
 */
export async function runCommand(
  deps: Pick<Deps, 'pool' | 'wakeUp' | 'followers'>,
  wanted: CommandToBegin,
): Promise<BrowserCommandReply> {
  const { sessionId, command, tabId, toolMode } = wanted;
  assertCommand(command, tabId);
  const { commandId, replayed } = await beginCommand(deps.pool, wanted);
  if (!replayed) deps.wakeUp.wake();
  const waitMs = Math.min(WAIT_MS, (inFlight()?.deadline ?? Infinity) - Date.now() - MARGIN_MS);
  const ended = await deps.followers.waitFor(sessionId, waitMs, async () => {
    const entry = await findCommand(deps.pool, sessionId, commandId);
    if (!entry) throw notFound('command', { commandId });
    return entry.status === 'running' ? undefined : entry;
  });
  const browser = await findBrowser(deps.pool, sessionId);
  if (!ended && deps.followers.isStopped)
    throw unavailable('The service restarts; send the request again with its commandId.', { commandId });
  if (!ended || !browser)
    throw new Problem('TIMEOUT', 'The command is still under way: send it again with its commandId to wait for it.', {
      commandId,
      sessionId,
    });
  return commandReplyOf(sessionId, ended, sessionBrowserOf(browser, toolMode), replayed);
}
