import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { dropWork } from '@assay/work/queue/work-queue';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { factsOf, sessionErrors, statusOf, type StoredSession } from '../../domain/journey-runs/session.ts';
import { retallied } from '../../domain/journey-runs/tally.ts';
import { lockRun, lockSilentRun } from '../../store/journey-runs/journey-runs.ts';
import { listOpenSessions, saveSessions } from '../../store/journey-runs/sessions.ts';
import { concludeRun } from './conclude-run.ts';

/** How a cancellation found its run. */
export interface CancelledRun {
  status: StoredRun['status'];
  alreadyCanceled: boolean;
  /** Sessions that the cancellation ended. */
  finalized: number;
}

/**
 * Cancels a run: its open sessions end at once, and runners that hold some hear so at their next beat; their reports no
 * longer count. Throws NOT_FOUND, or CONFLICT for a run that ended otherwise.
 */
export const cancelRun = (pool: Pool, projectId: string, runId: string): Promise<CancelledRun> =>
  transaction(pool, async (tx) => {
    const run = await lockRun(tx, runId);
    if (run?.projectId !== projectId) throw notFound('journey run');
    if (run.isCanceled) {
      await audit(tx, undefined);
      return { status: run.status, alreadyCanceled: true, finalized: 0 };
    }
    if (run.status !== 'running') throw conflict('The run is over.', { runId, status: run.status });
    const { code } = sessionErrors.canceled;
    const finalized = await withdrawSessions(tx, run, 'canceled', { isCanceled: true, isStale: false, error: code });
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
    await withdrawSessions(tx, run, 'stale', { isCanceled: false, isStale: true, error: sessionErrors.stale.code });
  });

async function withdrawSessions(
  tx: Tx,
  run: StoredRun,
  why: keyof typeof sessionErrors,
  stop: Parameters<typeof concludeRun>[2],
): Promise<number> {
  const open = await listOpenSessions(tx, run.id);
  const { code, message } = sessionErrors[why];
  const over = open.map((session): StoredSession => ({
    ...session,
    lifecycle: 'withdrawn',
    status: statusOf('withdrawn'),
    errorCode: code,
    errorMessage: message,
    endedAt: new Date(),
  }));
  await saveSessions(tx, over);
  await dropWork(tx, ...open.map(({ attemptId }) => attemptId));
  const tally = open.reduce((sum, before, i) => retallied(sum, factsOf(before), factsOf(over[i]!)), run.tally);
  await concludeRun(tx, { ...run, tally }, stop);
  return open.length;
}
