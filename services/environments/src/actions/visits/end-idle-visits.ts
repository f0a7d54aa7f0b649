import { transaction, type Pool } from '@assay/kit/postgres/db';
import { notifySession } from '../../store/turns/turn-events.ts';
import { endIdleSessions } from '../../store/visits/visit-sessions.ts';
import { abortTurns } from '../turns/cancel-turn.ts';

/** A conversation of a visitor ends after this time without activity; a further message begins another one. */
const IDLE_MINUTES = 30;
const BATCH = 100;

/** Ends a batch of idle conversations; answers whether there may be more. */
export const endIdleVisits = (pool: Pool): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const { sessionIds, openTurnIds } = await endIdleSessions(tx, IDLE_MINUTES, BATCH);
    if (openTurnIds.length > 0) await abortTurns(tx, openTurnIds);
    for (const sessionId of sessionIds) await notifySession(tx, sessionId);
    return sessionIds.length === BATCH;
  });
