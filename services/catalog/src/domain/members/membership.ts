import { roleIncludes, type Role } from '@assay/contract/access';

/**
 * Whether an actor may change a member's role among `roles` (undefined: no role). Only an owner may give or take the
 * owner role.
 */
export const mayGovern = (actor: Role | undefined, ...roles: (Role | undefined)[]): boolean =>
  roleIncludes(actor, roles.includes('owner') ? 'owner' : 'admin');
