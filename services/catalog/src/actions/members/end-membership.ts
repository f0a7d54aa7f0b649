import { MemberRemoved } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { deleteGrantsIn } from '../../store/grants/grants.ts';
import { deleteInvitationsOf } from '../../store/invitations/invitations.ts';
import { deleteMember } from '../../store/members/memberships.ts';
import { listProjectIds } from '../../store/projects/projects.ts';
import { moveSessionsFrom } from '../../store/sessions/sessions.ts';

/**
 * Ends a membership: deletes the person's invitations and roles, revokes their keys and grants there, moves their sessions to
 * another organization, and publishes `MemberRemoved`, so that other services end the person's open work.
 */
export async function endMembership(
  tx: Tx,
  { organizationId, userId, actorId }: { organizationId: string; userId: string; actorId: string },
): Promise<void> {
  await deleteInvitationsOf(tx, organizationId, userId);
  await deleteMember(tx, organizationId, userId, actorId);
  await deleteGrantsIn(tx, organizationId, userId);
  await moveSessionsFrom(tx, organizationId, userId);
  const projectIds = await listProjectIds(tx, organizationId);
  await publish(tx, MemberRemoved, {
    organizationId,
    userId,
    projectIds,
    removedAtMs: Date.now(),
  });
}
