import { roleIncludes, type Role } from '@assay/contract/access';
import type { Member } from '@assay/contract/areas/members/documents';
import { given } from '@assay/contract/given';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { mayGovern } from '../../domain/members/membership.ts';
import { deleteInvitationsOf } from '../../store/invitations/invitations.ts';
import { claimOwners, claimRole, findMember, replaceRole } from '../../store/members/memberships.ts';
import { claimOrganization } from '../../store/organizations/organizations.ts';
import { lowerProjectRoles } from '../../store/members/project-members.ts';
import { listLiveTokenIds } from '../../store/runner-tokens/runner-tokens.ts';
import { endMembership } from './end-membership.ts';

/** A membership and the actor who changes it. */
export interface MembershipChange {
  organizationId: string;
  userId: string;
  actorId: string;
}

export type MemberRefusal = 'no member' | 'not allowed' | 'last owner';

/**
 * Changes the role of a member. Answers the member unchanged when the role is the same. A member who becomes a viewer
 * is at most a viewer in every project, also in projects that they created.
 */
export async function changeMember(
  pool: Pool,
  membership: MembershipChange,
  role: Role,
): Promise<Member | MemberRefusal> {
  const { organizationId, userId } = membership;
  return transaction(pool, async (tx) => {
    const before = await claimMember(tx, membership, role);
    if (typeof before === 'string') return before;
    if (before.role === role) {
      await audit(tx, undefined);
      return before;
    }
    await replaceRole(tx, membership, role);
    const isLess = !roleIncludes(role, before.role);
    if (isLess) await deleteInvitationsOf(tx, organizationId, userId);
    const lowered = isLess && role === 'viewer' ? await lowerProjectRoles(tx, organizationId, userId, role) : [];
    const after = { ...before, role };
    await audit(tx, {
      organizationId,
      target: { userId },
      before: { ...before, ...projectsOf(lowered) },
      after: { ...after, ...projectsOf(lowered, role) },
    });
    return after;
  });
}

/**
 * Removes a member from an organization, or lets them leave it. Answers the ids of live runner tokens that the member
 * made.
 */
export async function removeMember(
  pool: Pool,
  membership: MembershipChange,
): Promise<{ runnerTokenIds: string[] } | MemberRefusal> {
  const { organizationId, userId } = membership;
  return transaction(pool, async (tx) => {
    const before = await claimMember(tx, membership, undefined);
    if (typeof before === 'string') return before;
    await endMembership(tx, membership);
    await audit(tx, { organizationId, target: { userId }, before });
    return { runnerTokenIds: await listLiveTokenIds(tx, organizationId, userId) };
  });
}

const projectsOf = (lowered: { projectId: string; role: Role }[], role?: Role) =>
  lowered.length > 0 && { projects: lowered.map((each) => ({ ...each, ...given({ role }) })) };

/** Locks the member until the transaction ends, when the actor may give them `role` (undefined removes them). */
async function claimMember(
  tx: Tx,
  { organizationId, userId, actorId }: MembershipChange,
  role: Role | undefined,
): Promise<Member | MemberRefusal> {
  if (!(await claimOrganization(tx, organizationId))) return 'no member';
  const owners = await claimOwners(tx, organizationId);
  await claimRole(tx, organizationId, userId);
  const before = await findMember(tx, organizationId, userId);
  if (!before) return 'no member';
  const leaves = role === undefined && userId === actorId;
  const actor = await findMember(tx, organizationId, actorId);
  if (!leaves && !mayGovern(actor?.role, before.role, role)) return 'not allowed';
  return before.role === 'owner' && role !== 'owner' && owners.length === 1 ? 'last owner' : before;
}
