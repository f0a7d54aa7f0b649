import { forbidden, notFound, Problem } from './problem.ts';

/** What somebody may be in an organization or a project, from the least to the most. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Whether a role includes what another one may do. */
export const includes = (role: Role | undefined, needed: Role): boolean =>
  role !== undefined && roles.indexOf(role) >= roles.indexOf(needed);

/** What an organization can have switched on or off. */
export const features = { swarms: 'Swarms', userTesting: 'User testing' } as const;
export type Feature = keyof typeof features;

/**
 * Who may call. `public` needs nobody, `key` a known caller, `person` somebody who signed in, and a role that role in the
 * project of the path, else in the organization of the path, else in the organization that the caller acts in.
 */
export type Access = 'public' | 'key' | 'person' | Role;

/** What of an operation decides who may call it. */
export interface Rule {
  access: Access;
  /** Only for people who signed in: API keys are refused. `person` says the same of itself. */
  personal?: boolean;
  /** Writes are refused, and reads find nothing, unless the caller's organization has this switched on. */
  gate?: Feature;
  method: string;
  /** Changes nothing that is kept, whatever its method. */
  safe?: boolean;
}

/** Whether an operation changes what is kept. */
export const isWrite = ({ method, safe = false }: Pick<Rule, 'method' | 'safe'>): boolean => method !== 'GET' && !safe;

/** Whether an operation is only for people who signed in. */
export const isPersonal = ({ access, personal = access === 'person' }: Pick<Rule, 'access' | 'personal'>): boolean =>
  personal;

/** Whether an operation is for people, or for those who administer: that anybody else tried is worth knowing. */
export const isGuarded = (rule: Pick<Rule, 'access' | 'personal'>): boolean =>
  isPersonal(rule) || rule.access === 'admin' || rule.access === 'owner';

/** What is known of whoever calls. */
export interface CallerStanding {
  userId?: string;
  keyId?: string;
  sessionId?: string;
  organizationId?: string;
  organizationRole?: Role;
  projectId?: string;
  /** In the project. */
  role?: Role;
  features?: readonly Feature[];
}

/** Whether reads of an operation find nothing for this caller, because its feature is switched off. */
export const isShut = ({ gate }: Rule, { features: on = [] }: CallerStanding): boolean =>
  gate !== undefined && !on.includes(gate);

/**
 * Holds an operation's rule against a caller and the ids of its path. The gateway asks this once and the owning service once more.
 * @throws UNAUTHORIZED, FORBIDDEN, or NOT_FOUND for what is out of the caller's reach.
 */
export function admit(
  rule: Rule,
  caller: CallerStanding,
  target: { projectId?: string; organizationId?: string },
): void {
  const { access } = rule;
  if (access === 'public') return;
  if (caller.userId === undefined && caller.organizationId === undefined)
    throw new Problem('UNAUTHORIZED', 'A key is needed.');
  if (isPersonal(rule) && caller.sessionId === undefined) throw forbidden('An API key cannot do this; sign in.');
  if (access !== 'key' && access !== 'person') holdRole(access, caller, target);
  if (isWrite(rule) && isShut(rule, caller))
    throw forbidden(`${features[rule.gate!]} is switched off for this organization.`, { feature: rule.gate });
}

function holdRole(
  needed: Role,
  { organizationId, organizationRole, ...caller }: CallerStanding,
  target: { projectId?: string; organizationId?: string },
): void {
  if (organizationId === undefined)
    throw caller.sessionId === undefined
      ? new Problem('UNAUTHORIZED', 'A key is needed.')
      : forbidden('You belong to no organization.');
  if (target.projectId !== undefined) {
    if (caller.role === undefined || caller.projectId !== target.projectId) throw notFound('project');
    if (!includes(caller.role, needed)) throw forbidden(`This needs the ${needed} role in the project.`);
  } else {
    if (organizationRole === undefined || (target.organizationId ?? organizationId) !== organizationId)
      throw notFound('organization');
    if (!includes(organizationRole, needed)) throw forbidden(`This needs the ${needed} role in the organization.`);
  }
}
