import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { COMMAND_END_MS, endDueBrowser, endSlowCommand } from '../actions/browsers/end-browser.ts';
import { listSlowCommands } from '../store/browsers/browser-entries.ts';
import { listDueBrowsers } from '../store/browsers/browsers.ts';

const WATCH_MS = 5_000;
/** Runners enforce the limits of their browsers; this much later the service does, in milliseconds. */
const GRACE_MS = 15_000;
/** The longest that a browser is being opened, in milliseconds. */
const OPENING_MS = 40_000;

/** Ends browsers that are open for too long, and commands without an outcome. */
export const startBrowserWatchdog = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('the watchdog of browsers', WATCH_MS, log, () => endDueBrowsers(pool));

/** One look; safe to repeat and to run in several replicas at once. */
export async function endDueBrowsers(
  pool: Pool,
  { graceMs = GRACE_MS, openingMs = OPENING_MS, commandMs = COMMAND_END_MS } = {},
): Promise<void> {
  const limits = { graceMs, openingMs };
  for (const { sessionId } of await listDueBrowsers(pool, limits)) await endDueBrowser(pool, sessionId, limits);
  for (const sessionId of await listSlowCommands(pool, commandMs)) await endSlowCommand(pool, sessionId, commandMs);
}
