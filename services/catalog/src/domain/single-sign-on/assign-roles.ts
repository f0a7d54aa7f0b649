import { includes, type Role } from '@assay/contract/access';

/** What somebody in a group of the OpenID provider is here. */
export interface GroupRole extends Named {
  group: string;
  role: Role;
}

/** What the operator grants to groups of the OpenID provider. */
export interface GroupGrants {
  groupRoles: GroupRole[];
  /** What a new account becomes that would belong nowhere else; undefined lets nobody in so. */
  defaultRole: Role | undefined;
}

/** A place by its id or name; the first organization when none is named. */
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
/** `oidc`: the role is what groups make it, and goes with them. */
export interface Assigned extends Granted {
  source: 'manual' | 'oidc';
}
/** `isLastOwner`: the organization has nobody else who owns it. */
export interface Held extends Assigned {
  isLastOwner: boolean;
}

/** What is known of somebody and of what the operator grants them. */
export interface RoleAssignmentInput {
  held: Held[];
  granted: Granted[];
  /** What somebody becomes who would belong nowhere. */
  fallback: Granted | undefined;
  /** Their account is made now. */
  isNew: boolean;
  /** Where they are something that a rule for one of their groups may speak of, by a name that is nobody's or several's. */
  inDoubt: Place[];
}

export interface Reassignment {
  given: Assigned[];
  taken: Place[];
  /** Whether they belong to any organization afterwards. */
  belongs: boolean;
}

/**
 * Makes somebody's roles what their groups grant: raised and lowered where groups name a place, taken where the groups that
 * gave them are gone, and left alone where they were given by hand. In doubt nothing is taken and nothing lowered. What somebody falls back to is for a new account, and for
 * one that is taken out of an organization just now: whom people removed stays out. Whoever becomes a viewer is no more than that
 * in projects either, but for what groups grant there. The last owner of an organization stays.
 */
export function assignRoles({ held, granted, fallback, isNew, inDoubt }: RoleAssignmentInput): Reassignment {
  const wanted = highest([...granted, ...presupposed(granted, held)]);
  const doubtful = new Set(inDoubt.map(keyOf));
  const taken = held.filter(
    (each) => each.source === 'oidc' && !each.isLastOwner && !doubtful.has(keyOf(each)) && !wanted.has(keyOf(each)),
  );
  const isIn = [...held.filter((each) => !taken.includes(each)), ...wanted.values()].some(isOrganization);
  const fallsBack = !isIn && fallback !== undefined && (isNew || taken.some(isOrganization));
  // It is given once: what is made of it by hand afterwards stays.
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

/** What of a reassignment is about these organizations. */
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

/** Whoever has a role in a project belongs to its organization, with the least role that there is unless another one was given by hand. */
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
