import { includes, type Role } from '@assay/contract/access';

/** The role that a group of the OpenID provider has here. */
export interface GroupRole extends Named {
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
export interface Named {
  organization?: string;
  project?: string;
}

/** An organization, or one project of it. */
export interface Place {
  organizationId: string;
  projectId: string | null;
}
export interface Granted extends Place {
  role: Role;
}
/** `oidc`: groups decide the role, and it is removed with them. */
export interface Assigned extends Granted {
  source: 'manual' | 'oidc';
}
/** `isLastOwner`: the organization has no other owner. */
export interface Held extends Assigned {
  isLastOwner: boolean;
}

/** A person's roles and the operator's grants to them. */
export interface RoleAssignmentInput {
  held: Held[];
  granted: Granted[];
  /** The role of a person who would belong to no organization. */
  fallback: Granted | undefined;
  /** The account is being created. */
  isNew: boolean;
  /** Places in which the person holds a role and which an unresolved rule for one of their groups may mean. */
  inDoubt: Place[];
}

export interface Reassignment {
  given: Assigned[];
  taken: Place[];
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
export function assignRoles({ held, granted, fallback, isNew, inDoubt }: RoleAssignmentInput): Reassignment {
  const wanted = highest([...granted, ...presupposed(granted, held)]);
  const doubtful = new Set(inDoubt.map(keyOf));
  const taken = held.filter(
    (each) => each.source === 'oidc' && !each.isLastOwner && !doubtful.has(keyOf(each)) && !wanted.has(keyOf(each)),
  );
  const isIn = [...held.filter((each) => !taken.includes(each)), ...wanted.values()].some(isOrganization);
  const fallsBack = !isIn && fallback !== undefined && (isNew || taken.some(isOrganization));
  // The fallback is a manual role: later changes by hand stay.
  if (fallsBack) wanted.set(keyOf(fallback), { ...fallback, source: 'manual' });
  const now = new Map(held.map((each) => [keyOf(each), each]));
  const given = [...wanted.values()].filter((each) => changes(now.get(keyOf(each)), each, doubtful.has(keyOf(each))));
  const demoted = given.filter(
    (each) => isOrganization(each) && each.role === 'viewer' && includes(now.get(keyOf(each))?.role, 'member'),
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
export function within({ given, taken }: Reassignment, held: Held[], organizationIds: Set<string>): Reassignment {
  const isWithin = ({ organizationId }: Place) => organizationIds.has(organizationId);
  const [givenHere, takenHere] = [given.filter(isWithin), taken.filter(isWithin)];
  const gone = new Set(takenHere.map(keyOf));
  return {
    given: givenHere,
    taken: takenHere,
    belongs: [...held.filter((each) => !gone.has(keyOf(each))), ...givenHere].some(isOrganization),
  };
}

const keyOf = ({ organizationId, projectId }: Place): string => `${organizationId} ${projectId ?? ''}`;
const isOrganization = ({ projectId }: Place): boolean => projectId === null;

function highest(granted: Granted[]): Map<string, Assigned> {
  const wanted = new Map<string, Assigned>();
  for (const { organizationId, projectId, role } of granted) {
    const key = keyOf({ organizationId, projectId });
    if (!includes(wanted.get(key)?.role, role))
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
const presupposed = (granted: Granted[], held: Held[]): Granted[] =>
  granted
    .filter(
      ({ organizationId, projectId }) =>
        projectId !== null &&
        !held.some(
          (each) => isOrganization(each) && each.organizationId === organizationId && each.source === 'manual',
        ),
    )
    .map(({ organizationId }) => ({ organizationId, projectId: null, role: 'viewer' }));

const lowered = (held: Held[]): Assigned[] =>
  held
    .filter((each) => !isOrganization(each) && each.source === 'manual' && includes(each.role, 'member'))
    .map(({ organizationId, projectId, source }) => ({
      organizationId,
      projectId,
      role: 'viewer',
      source,
    }));

function changes(now: Held | undefined, { role, source }: Assigned, isDoubtful: boolean): boolean {
  if (now === undefined) return true;
  if ((isDoubtful || now.isLastOwner) && !includes(role, now.role)) return false;
  return now.role !== role || now.source !== source;
}
