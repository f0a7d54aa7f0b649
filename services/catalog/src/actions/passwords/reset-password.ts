import { transaction, type Pool } from '@assay/kit/postgres/db';
import { deleteGrants } from '../../store/grants/grants.ts';
import { ownsAllOf } from '../../store/members/memberships.ts';
import { takePasswordReset, type PasswordReset } from '../../store/passwords/password-resets.ts';
import { resetPasswordHash } from '../../store/passwords/passwords.ts';
import { deleteSessions } from '../../store/sessions/sessions.ts';
import { auditAccount } from '../audit-log/audit-person.ts';

/**
 * Replaces a forgotten password and ends every session and grant; answers the number of sessions, or undefined when the link is no longer
 * valid.
 */
export async function resetPassword(
  pool: Pool,
  { userId, madeBy }: PasswordReset,
  linkHash: Buffer,
  passwordHash: string,
): Promise<number | undefined> {
  return transaction(pool, async (tx) => {
    if (
      !(await takePasswordReset(tx, linkHash)) ||
      !(await ownsAllOf(tx, madeBy, userId)) ||
      !(await resetPasswordHash(tx, userId, passwordHash))
    )
      return undefined;
    const [sessionsEnded, grantsEnded] = [await deleteSessions(tx, userId), await deleteGrants(tx, userId)];
    // The person who used the link is unknown; the member who made it is known.
    await auditAccount(tx, userId, { target: { userId }, after: { sessionsEnded, grantsEnded, madeBy } });
    return sessionsEnded;
  });
}
