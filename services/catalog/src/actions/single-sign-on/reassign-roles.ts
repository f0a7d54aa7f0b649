import { roleIncludes } from '@assay/contract/access';
import { audit } from '@assay/kit/audit/audit';
import type { Tx } from '@assay/kit/postgres/db';
import {
  assignRoles,
  reassignmentWithin,
  type GrantedRole,
  type GroupGrants,
  type GroupRole,
  type HeldRole,
  type RolePlace,
  type RoleReassignment,
  type RoleAssignmentInput,
} from '../../domain/single-sign-on/assign-roles.ts';
import { doubtfulPlaces, placeOf } from '../../domain/single-sign-on/ambiguous-places.ts';
import { giveRoles, listHeldRoles, findPlaces } from '../../store/single-sign-on/assigned-roles.ts';
import { deleteInvitationsOf } from '../../store/invitations/invitations.ts';
import { claimOwners } from '../../store/members/memberships.ts';
import { claimOrganization } from '../../store/organizations/organizations.ts';
import { deleteProjectRole } from '../../store/members/project-members.ts';
import { endMembership } from '../members/end-membership.ts';

/** The roles that the operator grants to groups, and the callback that reports rules for unknown places. */
export interface RoleRules {
  settings: GroupGrants;
  noteUnplaced(rules: GroupRole[]): void;
}

/** The roles that a person holds, the roles that their groups grant, and the planned changes. */
export interface PlannedRoles {
  held: HeldRole[];
  granted: GrantedRole[];
  next: RoleReassignment;
}

/**
 * Plans the changes of a person's roles; without `userId` the person is new. Organizations with changes, and their
 * owners, are locked until the transaction ends; an organization that was deleted in the meantime is left out.
 */
export async function planRoles(
  tx: Tx,
  userId: string | undefined,
  groups: string[],
  signon: RoleRules,
): Promise<PlannedRoles> {
  const plan = async (): Promise<PlannedRoles> => {
    const held = userId === undefined ? [] : await listHeldRoles(tx, userId);
    const { granted, ...grants } = await grantsOf(tx, held, groups, signon);
    return {
      held,
      granted,
      next: assignRoles({
        held,
        granted,
        ...grants,
        isNew: userId === undefined,
      }),
    };
  };
  const unclaimed = await plan();
  const places = new Set(
    [...unclaimed.next.given, ...unclaimed.next.taken].map(({ organizationId }) => organizationId),
  );
  if (places.size === 0) return unclaimed;
  const claimed = new Set<string>();
  for (const organizationId of [...places].sort()) {
    if (!(await claimOrganization(tx, organizationId))) continue;
    await claimOwners(tx, organizationId);
    claimed.add(organizationId);
  }
  // Names may refer to other places by now. Changes in organizations that are not locked wait for the next sign-in.
  const { next, ...roles } = await plan();
  return { ...roles, next: reassignmentWithin(next, roles.held, claimed) };
}

/**
 * The grants of the person's groups. A rule grants nothing when its place does not exist, or when several places have
 * its name.
 */
async function grantsOf(
  tx: Tx,
  held: HeldRole[],
  groups: string[],
  signon: RoleRules,
): Promise<Pick<RoleAssignmentInput, 'granted' | 'fallback' | 'doubtful'>> {
  const { groupRoles, defaultRole } = signon.settings;
  const [rules, [first]] = [await findPlaces(tx, groupRoles), await findPlaces(tx, [{}])];
  const theirs = rules.filter(({ rule }) => groups.includes(rule.group));
  signon.noteUnplaced(theirs.filter((each) => !placeOf(each)).map(({ rule }) => rule));
  const anywhere = placeOf(first!);
  return {
    granted: theirs.flatMap((each) => {
      const place = placeOf(each);
      return place ? [{ ...place, role: each.rule.role }] : [];
    }),
    fallback: anywhere && defaultRole && { ...anywhere, role: defaultRole },
    doubtful: doubtfulPlaces(held, theirs, rules),
  };
}

/** Writes the planned changes of a person's roles. */
export async function reassignRoles(
  tx: Tx,
  userId: string,
  { held, next: { given, taken } }: Omit<PlannedRoles, 'granted'>,
): Promise<void> {
  const beforeOf = ({ organizationId, projectId }: RolePlace) =>
    held.find((each) => each.organizationId === organizationId && each.projectId === projectId);
  if (given.length > 0) await giveRoles(tx, userId, given);
  for (const each of given) {
    const before = beforeOf(each);
    if (each.projectId === null && before && !roleIncludes(each.role, before.role))
      await deleteInvitationsOf(tx, each.organizationId, userId);
    await auditRole(tx, userId, each, before, each);
  }
  for (const each of taken) {
    if (each.projectId !== null) await deleteProjectRole(tx, each.projectId, userId);
    else await endMembership(tx, { organizationId: each.organizationId, userId, actorId: userId });
    await auditRole(tx, userId, each, beforeOf(each), undefined);
  }
}

async function auditRole(
  tx: Tx,
  userId: string,
  { organizationId, projectId }: RolePlace,
  ...roles: (GrantedRole | undefined)[]
): Promise<void> {
  const [before, after] = roles.map((each) => each && { userId, role: each.role });
  await audit(tx, {
    organizationId,
    userId,
    target: { userId, ...(projectId !== null && { projectId }) },
    before,
    after,
  });
}
