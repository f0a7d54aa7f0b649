import { includes, type Role } from '@assay/contract/access';

/** Whether somebody may make a member what `roles` are, or what is left of them: owners alone decide who owns. */
export const mayGovern = (actor: Role | undefined, ...roles: (Role | undefined)[]): boolean =>
  includes(actor, roles.includes('owner') ? 'owner' : 'admin');
