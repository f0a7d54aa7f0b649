import { transaction, type Pool } from '@assay/kit/postgres/db';
import { findMember, ownsAllOf } from '../../store/members/memberships.ts';
import { insertPasswordReset } from '../../store/passwords/password-resets.ts';
import { findAccountOf } from '../../store/passwords/passwords.ts';
import { auditAccount } from '../audit-log/audit-person.ts';
import type { MembershipChange } from '../members/change-member.ts';

const HOURS = 24;

/** Makes a password reset for a member, in place of an earlier one, or answers the reason why not. */
export async function createPasswordReset(
  pool: Pool,
  { organizationId, userId, actorId }: MembershipChange,
  hash: Buffer,
): Promise<{ userId: string; expiresAt: number } | 'no member' | 'oneself' | 'out of reach'> {
  return transaction(pool, async (tx) => {
    if (!(await findMember(tx, organizationId, userId))) return 'no member';
    // A person who finds a signed-in browser must not gain more of the account than that session.
    if (userId === actorId) return 'oneself';
    if (!(await ownsAllOf(tx, actorId, userId))) return 'out of reach';
    const account = await findAccountOf(tx, userId);
    if (account?.passwordHash === undefined) return 'out of reach';
    const expiresAt = (
      await insertPasswordReset(tx, {
        userId,
        hash,
        madeBy: actorId,
        hours: HOURS,
      })
    ).getTime();
    await auditAccount(tx, userId, { target: { userId }, after: { expiresAt } });
    return { userId, expiresAt };
  });
}
