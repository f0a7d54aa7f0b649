import { transaction, type Pool } from '@assay/kit/postgres/db';
import { deleteSession } from '../../store/sessions/sessions.ts';
import { auditPerson } from '../audit-log/audit-person.ts';

/** Ends a session of a person; false when they have no such session. */
export async function endSession(pool: Pool, userId: string, sessionId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await deleteSession(tx, userId, sessionId))) return false;
    await auditPerson(tx, userId, { target: { sessionId } });
    return true;
  });
}
