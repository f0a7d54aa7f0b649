import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { lapseCalls } from '../store/budgets/model-calls.ts';

const WATCH_MS = 5_000;
const BATCH = 500;

/** Ends reservations that no runner extends, which frees their amount. */
export const startLedgerWatchdog = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('the watchdog of the ledger', WATCH_MS, log, (signal) => inBatches(signal, () => watchLedger(pool, log)));

/**
 * Ends one batch of overdue reservations, and answers whether there may be more; safe to repeat and to run in several
 * replicas at once.
 */
export async function watchLedger(pool: Pool, log: Logger, at?: Date): Promise<boolean> {
  const lapsed = await lapseCalls(pool, at, BATCH);
  if (lapsed > 0)
    log.warn(
      { calls: lapsed },
      'calls of models were left by their runners and count with the input that they reserved',
    );
  return lapsed === BATCH;
}
