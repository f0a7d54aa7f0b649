import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import { endSilentRun } from '../actions/journey-runs/stop-run.ts';
import { listSilentRuns } from '../store/journey-runs/journey-runs.ts';

const WATCH_MS = 30_000;
const BATCH = 20;

/** Ends runs that no runner gives a sign of. */
export const startRunWatchdog = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('the watchdog of journey runs', WATCH_MS, log, () => endSilentRuns(pool));

/** One look; safe to repeat and to run in several replicas at once. */
export async function endSilentRuns(pool: Pool): Promise<void> {
  for (const id of await listSilentRuns(pool, BATCH)) await endSilentRun(pool, id);
}
