import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { changedFacts, type StoredSession } from '../../domain/journey-runs/session.ts';
import { retallied } from '../../domain/journey-runs/tally.ts';
import { lockRunsOfAttempts, saveCounts } from '../../store/journey-runs/journey-runs.ts';
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
    const [locked, held] = await Promise.all([lockRunsOfAttempts(tx, ids), listSessionsOfAttempts(tx, ids)]);
    const runs = new Map(locked.map((run) => [run.id, run]));
    const sessions = held.filter(({ lifecycle }) => lifecycle === 'pending' || lifecycle === 'running');
    const begun = sessions.map((session): StoredSession => ({
      ...session,
      lifecycle: 'running',
      startedAt: session.startedAt ?? new Date(),
    }));
    const changes = Map.groupBy(
      sessions.map((before, i) => ({ before, after: begun[i]! })),
      ({ before }) => before.runId,
    );
    await Promise.all([
      markBegun(
        tx,
        leases.filter(({ id }) => sessions.some(({ attemptId }) => attemptId === id)),
      ),
      saveCounts(
        tx,
        locked.map(({ id, tally }) => ({
          id,
          tally: retallied(tally, (changes.get(id) ?? []).map(changedFacts)),
        })),
      ),
    ]);
    return begun.map((session) => ({ session, run: runs.get(session.runId)! }));
  });
