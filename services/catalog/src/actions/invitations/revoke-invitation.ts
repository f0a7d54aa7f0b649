import type { Invitation } from '@assay/contract/areas/invitations/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { mayGovern } from '../../domain/members/membership.ts';
import { deleteInvitation, findInvitation } from '../../store/invitations/invitations.ts';
import { claimRole } from '../../store/members/memberships.ts';
import { claimOrganization } from '../../store/organizations/organizations.ts';

/** Revokes an invitation. Allowed to every member whose role could have made it. */
export async function revokeInvitation(
  pool: Pool,
  { organizationId, id, actorId }: { organizationId: string; id: string; actorId: string },
): Promise<Invitation | 'no invitation' | 'not allowed'> {
  return transaction(pool, async (tx) => {
    const before = (await claimOrganization(tx, organizationId))
      ? await findInvitation(tx, organizationId, id)
      : undefined;
    if (!before) return 'no invitation';
    if (!mayGovern(await claimRole(tx, organizationId, actorId), before.role)) return 'not allowed';
    await deleteInvitation(tx, organizationId, id);
    await audit(tx, { organizationId, target: { invitationId: id }, before });
    return before;
  });
}
