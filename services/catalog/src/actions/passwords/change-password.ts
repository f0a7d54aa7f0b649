import { Problem } from '@assay/contract/problem';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import { deleteGrants } from '../../store/grants/grants.ts';
import { replacePasswordHash } from '../../store/passwords/passwords.ts';
import { deleteOtherSessions, replaceToken } from '../../store/sessions/sessions.ts';
import { auditPerson } from '../audit-log/audit-person.ts';
import type { OpenedSession } from '../sessions/open-session.ts';

/**
 * Replaces the password `from` by `to`, gives the current session a new token and ends the other sessions and every grant;
 * answers the number of sessions, or undefined when the password was changed in the meantime.
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
    const grantsEnded = await deleteGrants(tx, userId);
    await auditPerson(tx, userId, { target: { userId }, after: { sessionsEnded: ended, grantsEnded } });
    return {
      ...session,
      token,
      sessionId,
      ended,
    };
  });
}
