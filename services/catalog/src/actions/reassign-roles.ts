import { includes } from '@assay/contract/access';
import { audit } from '@assay/kit/audit';
import type { Tx } from '@assay/kit/db';
import { assignRoles, type Granted, type Held, type Place, type Reassignment, type Standing } from '../domain/assign-roles.ts';
import type { OpenIdProvider } from '../signon/provider.ts';
import { findPlaces, giveRoles, listHeldRoles } from '../store/assigned-roles.ts';
import { deleteInvitationsOf } from '../store/invitations.ts';
import { claimOwners } from '../store/memberships.ts';
import { claimOrganization } from '../store/organizations.ts';
import { deleteProjectRole } from '../store/project-members.ts';
import { endMembership } from './end-membership.ts';

/** What somebody is, what their groups are here, and what is to become of them. */
export interface Roles { held: Held[]; granted: Granted[]; next: Reassignment }

/** What is to become of somebody's roles; without `userId` they are new. Whoever owns an organization in which roles change is claimed until the transaction ends. */
export async function rolesFor(tx: Tx, userId: string | undefined, groups: string[], signon: OpenIdProvider): Promise<Roles> {
  const grants = await grantsOf(tx, groups, signon);
  const plan = async (): Promise<Roles> => {
    const held = userId === undefined ? [] : await listHeldRoles(tx, userId);
    return { held, granted: grants.granted, next: assignRoles({ held, ...grants, isNew: userId === undefined }) };
  };
  const unclaimed = await plan();
  const places = new Set([...unclaimed.next.given, ...unclaimed.next.taken].map(({ organizationId }) => organizationId));
  if (places.size === 0) return unclaimed;
  for (const organizationId of [...places].sort()) {
    await claimOrganization(tx, organizationId);
    await claimOwners(tx, organizationId);
  }
  return plan();
}

/** What the groups are here. A rule for a place that is not there gives nothing, nor does one whose name several have. */
async function grantsOf(tx: Tx, groups: string[], signon: OpenIdProvider): Promise<Pick<Standing, 'granted' | 'fallback' | 'isUnsure'>> {
  const { groupRoles, defaultRole } = signon.settings;
  const rules = groupRoles.filter(({ group }) => groups.includes(group));
  const [first, ...places] = await findPlaces(tx, [{}, ...rules]);
  const unplaced = rules.filter((_, at) => !places[at]);
  signon.noteUnplaced(unplaced);
  return {
    granted: rules.flatMap(({ role }, at) => (places[at] ? [{ ...places[at], role }] : [])),
    fallback: first && defaultRole && { ...first, role: defaultRole },
    isUnsure: unplaced.length > 0,
  };
}

/** Writes what is to become of somebody's roles. */
export async function reassign(tx: Tx, userId: string, { held, next: { given, taken } }: Omit<Roles, 'granted'>): Promise<void> {
  const beforeOf = ({ organizationId, projectId }: Place) => held.find((each) => each.organizationId === organizationId && each.projectId === projectId);
  if (given.length > 0) await giveRoles(tx, userId, given);
  for (const each of given) {
    const before = beforeOf(each);
    if (each.projectId === null && before && !includes(each.role, before.role)) await deleteInvitationsOf(tx, each.organizationId, userId);
    await auditRole(tx, userId, each, before, each);
  }
  for (const each of taken) {
    if (each.projectId !== null) await deleteProjectRole(tx, each.projectId, userId);
    else await endMembership(tx, { organizationId: each.organizationId, userId, actorId: userId });
    await auditRole(tx, userId, each, beforeOf(each), undefined);
  }
}

async function auditRole(tx: Tx, userId: string, { organizationId, projectId }: Place, ...roles: (Granted | undefined)[]): Promise<void> {
  const [before, after] = roles.map((each) => each && { userId, role: each.role });
  await audit(tx, { organizationId, userId, target: { userId, ...(projectId !== null && { projectId }) }, before, after });
}
