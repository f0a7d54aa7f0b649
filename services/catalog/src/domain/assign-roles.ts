import { includes, type Role } from '@assay/contract/access';

/** What somebody in a group of the OpenID provider is here. */
export interface GroupRole { group: string; role: Role; organization?: string; project?: string }

/** An organization, or one project of it. */
export interface Place { organizationId: string; projectId: string | null }
export interface Granted extends Place { role: Role }
/** `oidc`: the role is what groups make it, and goes with them. */
export interface Assigned extends Granted { source: 'manual' | 'oidc' }
/** `isLastOwner`: the organization has nobody else who owns it. */
export interface Held extends Assigned { isLastOwner: boolean }

/** What is known of somebody and of what the operator grants them. */
export interface Standing {
  held: Held[];
  granted: Granted[];
  /** What somebody becomes who would belong nowhere. */
  fallback: Granted | undefined;
  /** Their account is made now. */
  isNew: boolean;
  /** A rule for one of their groups speaks of a place that is not known: it may be any of those where they are something. */
  isUnsure: boolean;
}

export interface Reassignment {
  given: Assigned[];
  taken: Place[];
  /** Whether they belong to any organization afterwards. */
  belongs: boolean;
}

/**
 * Makes somebody's roles what their groups grant: raised and lowered where groups name a place, taken where the groups that
 * gave them are gone, and left alone where they were given by hand. What somebody falls back to is for a new account, and for
 * one that is taken out of an organization just now: whom people removed stays out. Whoever becomes a viewer is no more than that
 * in projects either, but for what groups grant there. The last owner of an organization stays.
 */
export function assignRoles({ held, granted, fallback, isNew, isUnsure }: Standing): Reassignment {
  const wanted = highest([...granted, ...presupposed(granted, held)]);
  const taken = isUnsure ? [] : held.filter((each) => each.source === 'oidc' && !each.isLastOwner && !wanted.has(keyOf(each)));
  const isIn = [...held.filter((each) => !taken.includes(each)), ...wanted.values()].some(isOrganization);
  const fallsBack = !isIn && fallback !== undefined && (isNew || taken.some(isOrganization));
  // It is given once: what is made of it by hand afterwards stays.
  if (fallsBack) wanted.set(keyOf(fallback), { ...fallback, source: 'manual' });
  const now = new Map(held.map((each) => [keyOf(each), each]));
  const given = [...wanted.values()].filter((each) => changes(now.get(keyOf(each)), each, isUnsure));
  const demoted = given.filter((each) => isOrganization(each) && each.role === 'viewer' && includes(now.get(keyOf(each))?.role, 'member'));
  return {
    given: [...given, ...demoted.flatMap(({ organizationId }) => lowered(held.filter((each) => each.organizationId === organizationId && !wanted.has(keyOf(each)))))],
    taken: taken.filter((each) => !wanted.has(keyOf(each))),
    belongs: isIn || fallsBack,
  };
}

const keyOf = ({ organizationId, projectId }: Place): string => `${organizationId} ${projectId ?? ''}`;
const isOrganization = ({ projectId }: Place): boolean => projectId === null;

function highest(granted: Granted[]): Map<string, Assigned> {
  const wanted = new Map<string, Assigned>();
  for (const { organizationId, projectId, role } of granted) {
    const key = keyOf({ organizationId, projectId });
    if (!includes(wanted.get(key)?.role, role)) wanted.set(key, { organizationId, projectId, role, source: 'oidc' });
  }
  return wanted;
}

/** Whoever has a role in a project belongs to its organization, with the least role that there is unless another one was given by hand. */
const presupposed = (granted: Granted[], held: Held[]): Granted[] => granted
  .filter(({ organizationId, projectId }) => projectId !== null && !held.some((each) => isOrganization(each) && each.organizationId === organizationId && each.source === 'manual'))
  .map(({ organizationId }) => ({ organizationId, projectId: null, role: 'viewer' }));

const lowered = (held: Held[]): Assigned[] => held
  .filter((each) => !isOrganization(each) && each.source === 'manual' && includes(each.role, 'member'))
  .map(({ organizationId, projectId, source }) => ({ organizationId, projectId, role: 'viewer', source }));

function changes(now: Held | undefined, { role, source }: Assigned, isUnsure: boolean): boolean {
  if (now === undefined) return true;
  if ((isUnsure || now.isLastOwner) && !includes(role, now.role)) return false;
  return now.role !== role || now.source !== source;
}
