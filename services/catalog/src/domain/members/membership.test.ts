import { roles, type Role } from '@assay/contract/access';
import { mayGovern } from './membership.ts';

test.each<[Role | undefined, (Role | undefined)[], boolean]>([
  ['owner', ['owner', 'member'], true],
  ['owner', ['viewer', 'owner'], true],
  ['owner', ['viewer', undefined], true],
  ['admin', ['owner', 'admin'], false],
  ['admin', ['member', 'owner'], false],
  ['admin', ['owner', undefined], false],
  ['admin', ['admin', 'viewer'], true],
  ['admin', [undefined, 'admin'], true],
  ['member', ['viewer', 'member'], false],
  ['viewer', ['viewer'], false],
  [undefined, ['viewer'], false],
])('%s may change a role among %j: %j', (actor, concerned, allowed) =>
  expect(mayGovern(actor, ...concerned)).toBe(allowed),
);

test.each(roles)('a member never gives more than their own role: %s', (actor) => {
  for (const more of roles.slice(roles.indexOf(actor) + 1)) expect(mayGovern(actor, 'viewer', more)).toBe(false);
});
