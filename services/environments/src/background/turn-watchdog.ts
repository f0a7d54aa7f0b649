import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { loseTurn, NEVER_TAKEN, RUNNER_LOST } from '../actions/turns/lose-turns.ts';
import { listLostTurns } from '../store/turns/turns.ts';

const WATCH_MS = 5_000;
/** How long a turn waits for a runner, in milliseconds: its caller waits for it. */
const QUEUE_MS = 60_000;

/** Ends turns whose runner went silent, and turns that no runner takes. */
export const startTurnWatchdog = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('the watchdog of turns', WATCH_MS, log, () => endLostTurns(pool));

/** One look; safe to repeat and to run in several replicas at once. */
export async function endLostTurns(pool: Pool, queueMs = QUEUE_MS): Promise<void> {
  for (const { id, isBegun } of await listLostTurns(pool, queueMs))
    await loseTurn(pool, id, isBegun ? RUNNER_LOST : NEVER_TAKEN);
}
