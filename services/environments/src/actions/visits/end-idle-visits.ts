import { transaction, type Pool } from '@assay/kit/postgres/db';
import { cancelWaitingTurns, endIdleSessions } from '../../store/visits/visit-sessions.ts';

/** A conversation of a visitor ends after this time without activity; a further message begins another one. */
const IDLE_MINUTES = 30;
const BATCH = 100;

/** Ends a batch of idle conversations; answers whether there may be more. */
export const endIdleVisits = (pool: Pool): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const ended = await endIdleSessions(tx, IDLE_MINUTES, BATCH);
    await cancelWaitingTurns(tx, ended);
    return ended.length === BATCH;
  });
