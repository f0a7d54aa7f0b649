import { transaction, type Pool } from '@assay/kit/postgres/db';
import { notifySession } from '../../store/turns/turn-events.ts';
import { abortTurns } from '../turns/cancel-turn.ts';
import { endVisitSessions } from '../../store/visits/visit-sessions.ts';
import { deleteVisitor, forgetVisitor } from '../../store/visits/visitors.ts';

/** Ends the conversations of a visitor, whose token is worthless from then on; `erase` deletes what was said. */
export const endVisit = (pool: Pool, visitorId: string, erase: boolean): Promise<void> =>
  transaction(pool, async (tx) => {
    const { sessionIds, openTurnIds } = await endVisitSessions(tx, visitorId, 'visitor');
    if (openTurnIds.length > 0) await abortTurns(tx, openTurnIds);
    for (const sessionId of sessionIds) await notifySession(tx, sessionId);
    await (erase ? deleteVisitor : forgetVisitor)(tx, visitorId);
  });
