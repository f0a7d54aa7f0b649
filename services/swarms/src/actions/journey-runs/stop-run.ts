import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { sessionErrors } from '../../domain/journey-runs/session.ts';
import { lockRun, lockSilentRun } from '../../store/journey-runs/journey-runs.ts';
import { listOpenSessions } from '../../store/journey-runs/sessions.ts';
import { concludeRuns, type RunStop } from './conclude-runs.ts';
import { withdrawSessions } from './withdraw-sessions.ts';

/** How a cancellation found its run. */
export interface CancelledRun {
  status: StoredRun['status'];
  alreadyCanceled: boolean;
  /** Sessions that the cancellation ended. */
  finalized: number;
}

/**
 * Cancels a run: its open sessions end at once, and runners that hold some hear so at their next beat; of their reports
 * only the usage counts. Throws NOT_FOUND, or CONFLICT for a run that ended otherwise.
 */
export const cancelRun = (pool: Pool, projectId: string, runId: string): Promise<CancelledRun> =>
  transaction(pool, async (tx) => {
    const run = await lockRun(tx, runId);
    if (run?.projectId !== projectId) throw notFound('journey run');
    if (run.isCanceled) {
      await audit(tx, undefined);
      return { status: run.status, alreadyCanceled: true, finalized: 0 };
    }
    if (run.status !== 'running') throw conflict('The run has ended.', { runId, status: run.status });
    const { code } = sessionErrors.canceled;
    const finalized = await endOpenSessions(tx, run, 'canceled', { isCanceled: true, isStale: false, error: code });
    await audit(tx, {
      target: { journeyId: run.journeyId, runId },
      before: { status: run.status },
      after: { status: 'failed', canceled: true },
    });
    return { status: 'failed', alreadyCanceled: false, finalized };
  });

/** Ends a run that no runner gave a sign of; one that is over, or was heard of meanwhile, stays as it is. */
export const endSilentRun = (pool: Pool, runId: string): Promise<void> =>
  transaction(pool, async (tx) => {
    const run = await lockSilentRun(tx, runId);
    if (!run) return;
    await endOpenSessions(tx, run, 'stale', { isCanceled: false, isStale: true, error: sessionErrors.stale.code });
  });

async function endOpenSessions(
  tx: Tx,
  run: StoredRun,
  why: keyof typeof sessionErrors,
  stop: RunStop,
): Promise<number> {
  const open = await listOpenSessions(tx, run.id);
  await concludeRuns(tx, [await withdrawSessions(tx, run, open, why)], stop);
  return open.length;
}
