import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { factsOf, type StoredSession } from '../../domain/journey-runs/session.ts';
import { retallied } from '../../domain/journey-runs/tally.ts';
import { lockRunsOfAttempts, saveTally } from '../../store/journey-runs/journey-runs.ts';
import { listSessionsOfAttempts, markBegun } from '../../store/journey-runs/sessions.ts';

/** A session that a runner begins. */
export interface BegunSession {
  session: StoredSession;
  run: StoredRun;
}

/** Marks the sessions of these tries as begun; answers the sessions that are not over. */
export const beginSessions = (pool: Pool, leases: readonly { id: string; fence: string }[]): Promise<BegunSession[]> =>
  transaction(pool, async (tx) => {
    const ids = leases.map(({ id }) => id);
    const runs = new Map((await lockRunsOfAttempts(tx, ids)).map((run) => [run.id, run]));
    const sessions = (await listSessionsOfAttempts(tx, ids)).filter(
      ({ lifecycle }) => lifecycle === 'pending' || lifecycle === 'running',
    );
    await markBegun(
      tx,
      leases.filter(({ id }) => sessions.some(({ attemptId }) => attemptId === id)),
    );
    const begun = sessions.map((session): StoredSession => ({
      ...session,
      lifecycle: 'running',
      startedAt: session.startedAt ?? new Date(),
    }));
    for (const [runId, run] of runs) {
      const tally = sessions.reduce(
        (sum, session, i) => (session.runId === runId ? retallied(sum, factsOf(session), factsOf(begun[i]!)) : sum),
        run.tally,
      );
      await saveTally(tx, runId, tally);
    }
    return begun.map((session) => ({ session, run: runs.get(session.runId)! }));
  });
