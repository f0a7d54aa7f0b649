import type { Brake } from './brakes.ts';
import { forbidden, notFound, Problem, reasons } from './problem.ts';
import type { Scope } from './areas/grants/scopes.ts';

/** Roles of a member in an organization or a project, from the fewest rights to the most. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Whether a role includes the rights of another one. */
export const roleIncludes = (role: Role | undefined, needed: Role): boolean =>
  role !== undefined && roles.indexOf(role) >= roles.indexOf(needed);

/** Features that can be switched on or off for an organization. */
export const features = { swarms: 'Swarms', userTesting: 'User testing' } as const;
export type Feature = keyof typeof features;

/**
 * The callers that an operation admits. `public` needs no caller, `visitor` a visitor of the study whose link is in the path and no other principal,
 * `operator` the operator of the installation and no other principal, `key` any known caller, `person` a person who signed in. A role is needed in
 * the project of the path, else in the organization of the path, else in the organization that the caller acts in.
 */
export type Access = 'public' | 'visitor' | 'operator' | 'key' | 'person' | Role;

/** The properties of an operation that decide who may call it. */
export interface AccessRule {
  access: Access;
  /** The object that a caller with a smaller role in the project is told not to exist; without it the operation is forbidden. */
  hides?: string;
  /** Only for people who signed in: API keys are refused. `access: 'person'` implies it. */
  personal?: boolean;
  /** Writes are refused, and reads find nothing, unless the caller's organization has this switched on. */
  gate?: Feature;
  method: string;
  /** Changes no stored data, even if its method is not GET. */
  safe?: boolean;
  /** The scope that an application needs for it, where it does not follow from the fields below. */
  scope?: Scope;
  brake?: Brake;
  /** Has an effect outside of the platform that cannot be rolled back. */
  hasEffect?: boolean;
  /** How agents may use it. */
  tool?: true | { proposed?: { kind: string } };
}

/** Whether an operation changes stored data. */
export const isWrite = ({ method, safe = false }: Pick<AccessRule, 'method' | 'safe'>): boolean =>
  method !== 'GET' && !safe;

/** Brakes of operations that spend money or start work. */
const SPENDING: readonly Brake[] = ['launches', 'insights', 'generation'];
/** Effects of tools that a person has to want because they start or end work. */
const WORK: readonly string[] = ['start', 'cancel', 'generate', 'external'];

/** The scope that an application needs for an operation. */
export function scopeOf(rule: Pick<AccessRule, 'method' | 'safe' | 'scope' | 'brake' | 'hasEffect' | 'tool'>): Scope {
  if (rule.scope !== undefined) return rule.scope;
  if (!isWrite(rule)) return 'read';
  const { brake, hasEffect = false, tool } = rule;
  const kind = typeof tool === 'object' ? tool.proposed?.kind : undefined;
  const launches =
    hasEffect || (brake !== undefined && SPENDING.includes(brake)) || (kind !== undefined && WORK.includes(kind));
  return launches ? 'launch' : 'write';
}

/** Whether an operation is only for people who signed in. */
export const isPersonal = ({
  access,
  personal = access === 'person',
}: Pick<AccessRule, 'access' | 'personal'>): boolean => personal;

/**
 * Whether an operation is only for signed-in people, for administrators or for the operator. Refused attempts at such
 * writes are audited.
 */
export const isGuarded = (rule: Pick<AccessRule, 'access' | 'personal'>): boolean =>
  isPersonal(rule) || rule.access === 'admin' || rule.access === 'owner' || rule.access === 'operator';

/** The facts about a caller that its access depends on. */
export interface CallerAccess {
  userId?: string;
  keyId?: string;
  sessionId?: string;
  organizationId?: string;
  organizationRole?: Role;
  projectId?: string;
  /** The caller's role in the project. */
  role?: Role;
  features?: readonly Feature[];
  /**
   * Base64 of the SHA-256 of each token that a visitor's cookie has, with blanks between them, of a caller who is nothing else. It
   * proves nothing by itself: the service that owns the study looks the visitor up with every request.
   */
  visitorHash?: string;
  /**
   * The caller is an application with these scopes. Its `sessionId` or `keyId` is the id of its grant: the command line
   * acts as a session of its person does, every other application as a key.
   */
  scopes?: readonly Scope[];
  /** The call is one of a tool for agents, over `/mcp` or in an agent turn: no person has seen it. */
  isAgent?: true;
  /** The caller is the operator of the installation, who belongs to no organization; `keyId` then names the key. */
  isOperator?: true;
}

/** Whether reads of an operation find nothing for this caller, because its feature is switched off. */
export const isFeatureShut = ({ gate }: AccessRule, { features: on = [] }: CallerAccess): boolean =>
  gate !== undefined && !on.includes(gate);

/** The one refusal of a visitor, whether the visit is over, of another study or never was: strangers learn nothing from it. */
export const noVisitProblem = (): Problem =>
  new Problem('UNAUTHORIZED', 'There is no visit, or it is over. Open the study with its link.');

/**
 * Checks a caller and the ids of the path against an operation's rule. The gateway checks once, the owning service
 * checks again.
 * @throws UNAUTHORIZED, FORBIDDEN, or NOT_FOUND for an object that the caller cannot see.
 */
export function assertAccess(
  rule: AccessRule,
  caller: CallerAccess,
  target: { projectId?: string; organizationId?: string },
): void {
  const { access } = rule;
  if (access === 'public') return;
  if (access === 'operator') return assertOperator(caller);
  if (caller.isOperator) throw operatorRefusal();
  if (access === 'visitor') return assertVisitor(caller);
  if (caller.userId === undefined && caller.organizationId === undefined)
    throw new Problem('UNAUTHORIZED', 'A key is needed.');
  if (caller.scopes !== undefined) assertScope(rule, caller.scopes);
  if (isPersonal(rule) && caller.sessionId === undefined) throw forbidden('An API key cannot do this; sign in.');
  if (access !== 'key' && access !== 'person') holdRole(access, caller, target, rule.hides);
  if (isWrite(rule) && isFeatureShut(rule, caller))
    throw forbidden(`${features[rule.gate!]} is switched off for this organization.`, { feature: rule.gate });
}

function assertScope(rule: AccessRule, allowed: readonly Scope[]): void {
  const scope = scopeOf(rule);
  if (!allowed.includes(scope))
    throw forbidden(`This needs the scope ${scope}, which was not allowed to the application.`, {
      reason: reasons.SCOPE_NEEDED,
      scope,
    });
}

/** The refusal of the operator's key where the data of organizations begins. */
export const operatorRefusal = (): Problem =>
  forbidden("The operator's key is for the operations of the operator, and opens nothing of an organization.");

function assertOperator({ isOperator, userId, organizationId }: CallerAccess): void {
  if (isOperator) return;
  if (userId === undefined && organizationId === undefined)
    throw new Problem('UNAUTHORIZED', "The operator's key is needed.");
  throw forbidden('This is for the operator of the installation alone.');
}

function assertVisitor({ visitorHash, userId, organizationId }: CallerAccess): void {
  if (visitorHash === undefined || userId !== undefined || organizationId !== undefined) throw noVisitProblem();
}

function holdRole(
  needed: Role,
  { organizationId, organizationRole, ...caller }: CallerAccess,
  target: { projectId?: string; organizationId?: string },
  hidden: string | undefined,
): void {
  if (organizationId === undefined)
    throw caller.sessionId === undefined
      ? new Problem('UNAUTHORIZED', 'A key is needed.')
      : forbidden('You are not a member of an organization.');
  if (target.projectId !== undefined) {
    if (caller.role === undefined || caller.projectId !== target.projectId) throw notFound('project');
    if (!roleIncludes(caller.role, needed))
      throw hidden === undefined ? forbidden(`This needs the ${needed} role in the project.`) : notFound(hidden);
  } else {
    if (organizationRole === undefined || (target.organizationId ?? organizationId) !== organizationId)
      throw notFound('organization');
    if (!roleIncludes(organizationRole, needed)) throw forbidden(`This needs the ${needed} role in the organization.`);
  }
}
