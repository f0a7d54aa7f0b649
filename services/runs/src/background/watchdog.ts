import { repeat } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { timeOutRun } from '../actions/eval-runs/end-run.ts';
import { endGradingWait } from '../actions/judges/end-grading-wait.ts';
import { WATCH_MS } from '../domain/eval-runs/limits.ts';
import { listOverdueGradings, listOverdueRuns } from '../store/eval-runs/run-life.ts';

/** Ends runs past their deadline, and runs that wait in vain for their judge. */
export const startWatchdog = (pool: Pool, log: Logger): { stop(): Promise<void> } =>
  repeat('the watchdog', WATCH_MS, log, () => endOverdueRuns(pool, log));

/**
 * One pass; may be repeated and run in several replicas at once. A run that cannot be ended is logged and does not stop
 * the others.
 */
export async function endOverdueRuns(pool: Pool, log: Logger): Promise<void> {
  for (const runId of await listOverdueRuns(pool)) {
    await timeOutRun(pool, runId).catch((error: unknown) =>
      log.error({ err: error, runId }, 'an overdue run could not be ended'),
    );
  }
  for (const runId of await listOverdueGradings(pool)) {
    await endGradingWait(pool, runId).catch((error: unknown) =>
      log.error({ err: error, runId }, 'the wait for a judge could not be ended'),
    );
  }
}
