import { Problem } from '@assay/contract/problem';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import { replacePasswordHash } from '../../store/passwords/passwords.ts';
import { deleteOtherSessions, replaceToken } from '../../store/sessions/sessions.ts';
import { auditPerson } from '../audit-log/audit-person.ts';
import type { OpenedSession } from '../sessions/open-session.ts';

/**
 * Replaces the password `from` by `to`, gives the current session a new token and ends the other sessions; answers
 * their number, or undefined when the password was changed in the meantime.
 */
export async function changePassword(
  pool: Pool,
  userId: string,
  sessionId: string,
  { from, to }: { from: string; to: string },
): Promise<(OpenedSession & { ended: number }) | undefined> {
  return transaction(pool, async (tx) => {
    if (!(await replacePasswordHash(tx, userId, from, to))) return undefined;
    const token = newSecret();
    const session = await replaceToken(tx, sessionId, hashOfSecret(token));
    if (!session) throw new Problem('UNAUTHORIZED', 'The session has ended.');
    const ended = await deleteOtherSessions(tx, userId, sessionId);
    await auditPerson(tx, userId, { target: { userId }, after: { sessionsEnded: ended } });
    return {
      ...session,
      token,
      sessionId,
      ended,
    };
  });
}
