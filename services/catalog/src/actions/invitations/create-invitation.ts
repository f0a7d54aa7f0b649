import type { Invitation } from '@assay/contract/areas/invitations/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { mayGovern } from '../../domain/members/membership.ts';
import { findInvitationOf, insertInvitation, type NewInvitation } from '../../store/invitations/invitations.ts';
import { claimRole, findMember } from '../../store/members/memberships.ts';
import { claimOrganization } from '../../store/organizations/organizations.ts';
import { findAccount } from '../../store/passwords/passwords.ts';
import { shareProject } from '../../store/projects/projects.ts';

/**
 * Saves an invitation in place of an earlier one for the same address, or answers the reason why not. An inviter who
 * was removed in the meantime is not allowed to invite.
 */
export async function createInvitation(
  pool: Pool,
  invitation: NewInvitation,
): Promise<Invitation | 'not allowed' | 'no project' | 'member'> {
  const { organizationId, projectId, invitedBy, email, role } = invitation;
  return transaction(pool, async (tx) => {
    const before = (await claimOrganization(tx, organizationId))
      ? await findInvitationOf(tx, organizationId, email)
      : undefined;
    if (!mayGovern(await claimRole(tx, organizationId, invitedBy), role, before?.role)) return 'not allowed';
    if (projectId !== undefined && !(await shareProject(tx, organizationId, projectId))) return 'no project';
    const account = await findAccount(tx, email);
    if (account && (await findMember(tx, organizationId, account.userId))) return 'member';
    const after = await insertInvitation(tx, invitation);
    await audit(tx, {
      organizationId,
      target: { invitationId: after.id },
      before,
      after,
    });
    return after;
  });
}
