import { given } from '@assay/contract/given';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { notifySession } from '../../store/turns/turn-events.ts';
import { abortTurns } from '../turns/cancel-turn.ts';
import { endVisitSessions } from '../../store/visits/visit-sessions.ts';
import { deleteVisitor, forgetVisitor, type Visitor } from '../../store/visits/visitors.ts';

/** The visitor who leaves, and the study that the audit log names. */
export type LeavingVisitor = Pick<Visitor, 'id' | 'userId'> & {
  study: Pick<Visitor['study'], 'id' | 'organizationId' | 'projectId'>;
};

/** Ends the conversations of a visitor, whose token is worthless from then on; `erase` deletes what was said. */
export const endVisit = (pool: Pool, { id: visitorId, userId, study }: LeavingVisitor, erase: boolean): Promise<void> =>
  transaction(pool, async (tx) => {
    await endSessions(tx, visitorId);
    await forgetVisitor(tx, visitorId);
    // A conversation that was just beginning kept the visitor until it was written; none begins any more.
    await endSessions(tx, visitorId);
    if (erase) await deleteVisitor(tx, visitorId);
    const { organizationId, projectId, id: studyId } = study;
    await audit(tx, {
      organizationId,
      target: { projectId, studyId, visitorId },
      after: { erased: erase },
      ...given({ userId }),
    });
  });

async function endSessions(tx: Tx, visitorId: string): Promise<void> {
  const { sessionIds, openTurnIds } = await endVisitSessions(tx, visitorId, 'visitor');
  if (openTurnIds.length > 0) await abortTurns(tx, openTurnIds);
  for (const sessionId of sessionIds) await notifySession(tx, sessionId);
}
