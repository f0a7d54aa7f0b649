import { transaction, type Pool } from '@assay/kit/postgres/db';
import { cancelWaitingTurns, endVisitSessions } from '../../store/visits/visit-sessions.ts';
import { deleteVisitor, forgetVisitor } from '../../store/visits/visitors.ts';

/** Ends the conversations of a visitor, whose token is worthless from then on; `erase` deletes what was said. */
export const endVisit = (pool: Pool, visitorId: string, erase: boolean): Promise<void> =>
  transaction(pool, async (tx) => {
    if (erase) return deleteVisitor(tx, visitorId);
    await cancelWaitingTurns(tx, await endVisitSessions(tx, visitorId, 'visitor'));
    await forgetVisitor(tx, visitorId);
  });
