import type { Role } from '@assay/contract/access';
import type { ProjectMember } from '@assay/contract/areas/members/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { mayGovern } from '../../domain/members/membership.ts';
import { claimRole } from '../../store/members/memberships.ts';
import { shareOrganization } from '../../store/organizations/organizations.ts';
import { deleteProjectRole, listProjectMembers, saveProjectRole } from '../../store/members/project-members.ts';
import { findGrant, shareProject } from '../../store/projects/projects.ts';

/** A membership of a project and the actor who changes it. */
export interface ProjectMembership {
  organizationId: string;
  projectId: string;
  userId: string;
  actorId: string;
}

/** Gives a member of the organization a role in a project. */
export async function setProjectMember(
  pool: Pool,
  membership: ProjectMembership,
  role: Role,
): Promise<ProjectMember | 'no member' | 'not allowed'> {
  return transaction(pool, async (tx) => {
    const isMember =
      (await shareOrganization(tx, membership.organizationId)) &&
      (await claimRole(tx, membership.organizationId, membership.userId)) !== undefined &&
      (await shareProject(tx, membership.organizationId, membership.projectId));
    if (!isMember) return 'no member';
    const before = await find(tx, membership);
    if (!(await isAllowed(tx, membership, before?.projectRole, role))) return 'not allowed';
    if (before?.projectRole === role) {
      await audit(tx, undefined);
      return before;
    }
    await saveProjectRole(tx, { ...membership, role });
    const after = (await find(tx, membership))!;
    await audit(tx, { target: targetOf(membership), before, after });
    return after;
  });
}

/** Removes the role that a member was given in a project. */
export async function removeProjectMember(
  pool: Pool,
  membership: ProjectMembership,
): Promise<'removed' | 'no member' | 'not allowed'> {
  return transaction(pool, async (tx) => {
    await shareOrganization(tx, membership.organizationId);
    await claimRole(tx, membership.organizationId, membership.userId);
    const before = await find(tx, membership);
    if (before?.projectRole === undefined) return 'no member';
    if (!(await isAllowed(tx, membership, before.projectRole, undefined))) return 'not allowed';
    await deleteProjectRole(tx, membership.projectId, membership.userId);
    await audit(tx, { target: targetOf(membership), before, after: await find(tx, membership) });
    return 'removed';
  });
}

const targetOf = ({ projectId, userId }: ProjectMembership) => ({ projectId, userId });

const find = async (tx: Tx, { projectId, userId }: ProjectMembership): Promise<ProjectMember | undefined> =>
  (await listProjectMembers(tx, projectId, { userId }))[0];

async function isAllowed(
  tx: Tx,
  { organizationId, projectId, actorId }: ProjectMembership,
  ...roles: (Role | undefined)[]
): Promise<boolean> {
  return mayGovern((await findGrant(tx, { organizationId, userId: actorId, projectId }))?.role, ...roles);
}
