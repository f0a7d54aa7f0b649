import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { deleteOldCalls } from '../store/budgets/model-calls.ts';

const HOUR_MS = 3_600_000;
const BATCH = 1_000;

/** Deletes model calls that ended more than `days` ago, hourly; 0 keeps them. Budgets keep the spending. */
export const startModelCallRetention = (pool: Pool, days: number, log: Logger): BackgroundTask =>
  repeat('retention of model calls', HOUR_MS, log, async (signal) => {
    if (days > 0) await inBatches(signal, async () => (await deleteOldCalls(pool, days, BATCH)) === BATCH);
  });
