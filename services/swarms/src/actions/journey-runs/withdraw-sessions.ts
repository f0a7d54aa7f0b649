import type { Tx } from '@assay/kit/postgres/db';
import { cancelWork } from '@assay/work/queue/work-queue';
import { settledTargets } from '../../domain/journey-runs/run-report.ts';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { changedFacts, sessionErrors, statusOf, type StoredSession } from '../../domain/journey-runs/session.ts';
import { retallied } from '../../domain/journey-runs/tally.ts';
import { listOpenSessions, saveSessions } from '../../store/journey-runs/sessions.ts';

/**
 * Ends open sessions of a locked run; of later reports of runners only the usage counts. Answers the run with its new
 * counts, not yet saved.
 */
export async function withdrawSessions(
  tx: Tx,
  run: StoredRun,
  open: readonly StoredSession[],
  why: keyof typeof sessionErrors,
): Promise<StoredRun> {
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
  await cancelWork(tx, ...open.map(({ attemptId }) => attemptId));
  const changes = open.map((before, i) => changedFacts({ before, after: over[i]! }));
  return { ...run, tally: retallied(run.tally, changes) };
}

/** Withdraws the sessions that wait for targets whose verdict is settled; these under way go on, and count. */
export async function withdrawSettled(tx: Tx, run: StoredRun): Promise<StoredRun> {
  const settled = settledTargets(run);
  if (settled.length === 0) return run;
  const waiting = (await listOpenSessions(tx, run.id)).filter(
    ({ lifecycle, targetIndex }) => lifecycle === 'pending' && settled.includes(targetIndex),
  );
  return withdrawSessions(tx, run, waiting, 'settledEarly');
}
