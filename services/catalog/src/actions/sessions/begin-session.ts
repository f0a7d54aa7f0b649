import { transaction, type Pool } from '@assay/kit/postgres/db';
import { lockPasswordHash } from '../../store/passwords/passwords.ts';
import { auditPerson } from '../audit-log/audit-person.ts';
import { openSession, type OpenedSession, type SessionBegin } from './open-session.ts';

/**
 * Opens a session after the password was verified, and audits it; undefined when the account's password has changed
 * since.
 */
export async function beginSession(
  pool: Pool,
  begin: SessionBegin,
  passwordHash: string,
): Promise<OpenedSession | undefined> {
  return transaction(pool, async (tx) => {
    if (!(await lockPasswordHash(tx, begin.userId, passwordHash))) return undefined;
    const opened = await openSession(tx, begin);
    await auditPerson(tx, begin.userId, {
      sessionId: opened.sessionId,
      target: { sessionId: opened.sessionId },
      after: { method: begin.method },
    });
    return opened;
  });
}
