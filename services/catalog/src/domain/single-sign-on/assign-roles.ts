import { roleIncludes, type Role } from '@assay/contract/access';

/** The role that a group of the OpenID provider has here. */
export interface GroupRole extends NamedPlace {
  group: string;
  role: Role;
}

/** The operator's grants to groups of the OpenID provider. */
export interface GroupGrants {
  groupRoles: GroupRole[];
  /** The role of a new account that would have none; undefined refuses such an account. */
  defaultRole: Role | undefined;
}

/** A place by its id or name; the first organization when no name is given. */
export interface NamedPlace {
  organization?: string;
  project?: string;
}

/** An organization, or one project of it. */
export interface RolePlace {
  organizationId: string;
  projectId: string | null;
}
export interface GrantedRole extends RolePlace {
  role: Role;
}
/** `oidc`: groups decide the role, and it is removed with them. */
export interface AssignedRole extends GrantedRole {
  source: 'manual' | 'oidc';
}
/** `isLastOwner`: the organization has no other owner. */
export interface HeldRole extends AssignedRole {
  isLastOwner: boolean;
}

/** A person's roles and the operator's grants to them. */
export interface RoleAssignmentInput {
  held: HeldRole[];
  granted: GrantedRole[];
  /** The role of a person who would belong to no organization. */
  fallback: GrantedRole | undefined;
  /** The account is being created. */
  isNew: boolean;
  /** Places in which the person holds a role and which an unresolved rule for one of their groups may mean. */
  doubtful: RolePlace[];
}

export interface RoleReassignment {
  given: AssignedRole[];
  taken: RolePlace[];
  /** Whether the person belongs to any organization after the reassignment. */
  belongs: boolean;
}

/**
 * Changes a person's roles to the grants of their groups. A role is raised or lowered where a group names the place,
 * taken where its groups are gone, and left unchanged where it was given by hand. In a doubtful place no role is taken
 * or lowered. The fallback goes to new accounts, and to accounts that lose their last organization in this
 * reassignment; a person who was removed by hand stays out. A person who becomes a viewer of an organization is at most
 * a viewer in its projects, except where groups grant more. The last owner of an organization keeps that role.
 */
export function assignRoles({ held, granted, fallback, isNew, doubtful }: RoleAssignmentInput): RoleReassignment {
  const wanted = highest([...granted, ...impliedRoles(granted, held)]);
  const doubtfulKeys = new Set(doubtful.map(keyOf));
  const taken = held.filter(
    (each) => each.source === 'oidc' && !each.isLastOwner && !doubtfulKeys.has(keyOf(each)) && !wanted.has(keyOf(each)),
  );
  const isIn = [...held.filter((each) => !taken.includes(each)), ...wanted.values()].some(isOrganization);
  const fallsBack = !isIn && fallback !== undefined && (isNew || taken.some(isOrganization));
  // The fallback is a manual role: later changes by hand stay.
  if (fallsBack) wanted.set(keyOf(fallback), { ...fallback, source: 'manual' });
  const now = new Map(held.map((each) => [keyOf(each), each]));
  const given = [...wanted.values()].filter((each) =>
    changes(now.get(keyOf(each)), each, doubtfulKeys.has(keyOf(each))),
  );
  const demoted = given.filter(
    (each) => isOrganization(each) && each.role === 'viewer' && roleIncludes(now.get(keyOf(each))?.role, 'member'),
  );
  return {
    given: [
      ...given,
      ...demoted.flatMap(({ organizationId }) =>
        lowered(held.filter((each) => each.organizationId === organizationId && !wanted.has(keyOf(each)))),
      ),
    ],
    taken: taken.filter((each) => !wanted.has(keyOf(each))),
    belongs: isIn || fallsBack,
  };
}

/** The part of a reassignment that concerns these organizations. */
export function reassignmentWithin(
  { given, taken }: RoleReassignment,
  held: HeldRole[],
  organizationIds: Set<string>,
): RoleReassignment {
  const isWithin = ({ organizationId }: RolePlace) => organizationIds.has(organizationId);
  const [givenHere, takenHere] = [given.filter(isWithin), taken.filter(isWithin)];
  const gone = new Set(takenHere.map(keyOf));
  return {
    given: givenHere,
    taken: takenHere,
    belongs: [...held.filter((each) => !gone.has(keyOf(each))), ...givenHere].some(isOrganization),
  };
}

const keyOf = ({ organizationId, projectId }: RolePlace): string => `${organizationId} ${projectId ?? ''}`;
const isOrganization = ({ projectId }: RolePlace): boolean => projectId === null;

function highest(granted: GrantedRole[]): Map<string, AssignedRole> {
  const wanted = new Map<string, AssignedRole>();
  for (const { organizationId, projectId, role } of granted) {
    const key = keyOf({ organizationId, projectId });
    if (!roleIncludes(wanted.get(key)?.role, role))
      wanted.set(key, {
        organizationId,
        projectId,
        role,
        source: 'oidc',
      });
  }
  return wanted;
}

/** A role in a project implies the viewer role in its organization, unless an organization role was given by hand. */
const impliedRoles = (granted: GrantedRole[], held: HeldRole[]): GrantedRole[] =>
  granted
    .filter(
      ({ organizationId, projectId }) =>
        projectId !== null &&
        !held.some(
          (each) => isOrganization(each) && each.organizationId === organizationId && each.source === 'manual',
        ),
    )
    .map(({ organizationId }) => ({ organizationId, projectId: null, role: 'viewer' }));

const lowered = (held: HeldRole[]): AssignedRole[] =>
  held
    .filter((each) => !isOrganization(each) && each.source === 'manual' && roleIncludes(each.role, 'member'))
    .map(({ organizationId, projectId, source }) => ({
      organizationId,
      projectId,
      role: 'viewer',
      source,
    }));

function changes(now: HeldRole | undefined, { role, source }: AssignedRole, isDoubtful: boolean): boolean {
  if (now === undefined) return true;
  if ((isDoubtful || now.isLastOwner) && !roleIncludes(role, now.role)) return false;
  return now.role !== role || now.source !== source;
}
