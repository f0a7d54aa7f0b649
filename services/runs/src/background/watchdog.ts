import { repeat } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { timeOutRun } from '../actions/eval-runs/end-run.ts';
import { settle } from '../actions/work/settle-iterations.ts';
import { stopWaiting } from '../actions/judges/stop-waiting.ts';
import { MAX_ATTEMPTS, WATCH_MS } from '../domain/eval-runs/limits.ts';
import { findHeld, takeOverAbandoned } from '../store/work/leases.ts';
import { listForsaken, listOverdueRuns } from '../store/eval-runs/run-life.ts';

/** How long one look may take to settle what it took over, in milliseconds. */
const SETTLE_MS = 60_000;

/** Ends what nobody else will: runs past their deadline, runs whose judge does not come, and iterations whose every runner went silent. */
export const startWatchdog = (pool: Pool, log: Logger): { stop(): Promise<void> } =>
  repeat('the watchdog', WATCH_MS, log, () => watch(pool, log));

/** One look; safe to repeat and to run in several replicas at once. A run that cannot be ended is logged and holds up no other. */
export async function watch(pool: Pool, log: Logger): Promise<void> {
  for (const runId of await listOverdueRuns(pool)) {
    await timeOutRun(pool, runId).catch((error: unknown) =>
      log.error({ err: error, runId }, 'an overdue run could not be ended'),
    );
  }
  for (const runId of await listForsaken(pool)) {
    await stopWaiting(pool, runId).catch((error: unknown) =>
      log.error({ err: error, runId }, 'the wait for a judge could not be ended'),
    );
  }
  const abandoned = await findHeld(pool, await takeOverAbandoned(pool, MAX_ATTEMPTS, SETTLE_MS));
  if (abandoned.length === 0) return;
  await settle(
    pool,
    log,
    abandoned.map(({ id, runId, fence }) => ({
      id,
      runId,
      fence,
      status: 'failed' as const,
      result: null,
      durationMs: 0,
      blame: 'platform' as const,
      usage: null,
      grade: null,
      transcript: null,
      parts: [],
      errorCode: 'RUNNER_LOST',
      errorMessage: `${MAX_ATTEMPTS} runners in a row went silent while they worked on this iteration.`,
    })),
  );
}
