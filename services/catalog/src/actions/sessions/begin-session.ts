import { transaction, type Pool } from '@assay/kit/postgres/db';
import { holdPasswordHash } from '../../store/passwords/passwords.ts';
import { auditPerson } from '../audit-log/audit-person.ts';
import { openSession, type OpenedSession, type SessionBegin } from './open-session.ts';

/** Signs somebody in whose password was verified, and says so in the audit log; undefined when the account has that password no longer. */
export async function beginSession(
  pool: Pool,
  begin: SessionBegin,
  passwordHash: string,
): Promise<OpenedSession | undefined> {
  return transaction(pool, async (tx) => {
    if (!(await holdPasswordHash(tx, begin.userId, passwordHash))) return undefined;
    const opened = await openSession(tx, begin);
    await auditPerson(tx, begin.userId, {
      sessionId: opened.sessionId,
      target: { sessionId: opened.sessionId },
      after: { method: begin.method },
    });
    return opened;
  });
}
