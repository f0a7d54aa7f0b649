import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { tickSchedules } from '../actions/schedules/tick-schedules.ts';
import { findNextDue } from '../store/schedules/schedules.ts';

/** How often due schedules are looked for, in milliseconds. */
const TICK_MS = 5_000;
const BATCH = 100;

/** Publishes the ticks of due schedules. Replicas share the work; each tick is published once. */
export const startTicker = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('the schedule ticker', TICK_MS, log, async (signal) => {
    await inBatches(signal, async () => (await tickSchedules(pool, new Date(), BATCH)) === BATCH);
    const next = await findNextDue(pool);
    return next && next.getTime() - Date.now();
  });
