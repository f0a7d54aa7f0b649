import type { Role } from '@assay/contract/access';
import { assignRoles, within, type Granted, type Held } from './assign-roles.ts';

const held = (role: Role, source: Held['source'], { organizationId = 'org_1', projectId = null, isLastOwner = false }: Partial<Held> = {}): Held => ({ organizationId, projectId, role, source, isLastOwner });
const granted = (role: Role, projectId: string | null = null, organizationId = 'org_1'): Granted => ({ organizationId, projectId, role });
const anywhere = granted('member', null, 'org_oldest');

test.each([
  ['a stranger becomes what a group makes them', [], [granted('admin')], undefined, ['org_1 admin oidc'], [], true],
  ['the highest of several groups holds', [], [granted('viewer'), granted('admin'), granted('member')], undefined, ['org_1 admin oidc'], [], true],
  ['a role that groups gave is raised', [held('member', 'oidc')], [granted('admin')], undefined, ['org_1 admin oidc'], [], true],
  ['and lowered', [held('admin', 'oidc')], [granted('viewer')], undefined, ['org_1 viewer oidc'], [], true],
  ['what is so already is not written again', [held('admin', 'oidc')], [granted('admin')], undefined, [], [], true],
  ['a role given by hand is the group\'s once a group names the place', [held('owner', 'manual')], [granted('member')], undefined, ['org_1 member oidc'], [], true],
  ['also one that is the same', [held('member', 'manual')], [granted('member')], undefined, ['org_1 member oidc'], [], true],
  ['a role given by hand where no group speaks stays', [held('admin', 'manual')], [], undefined, [], [], true],
  ['a role goes with its groups', [held('admin', 'oidc')], [], undefined, [], ['org_1'], false],
  ['the last owner is not lowered', [held('owner', 'oidc', { isLastOwner: true })], [granted('viewer')], undefined, [], [], true],
  ['and does not go', [held('owner', 'oidc', { isLastOwner: true })], [], undefined, [], [], true],
  ['and may become one by groups', [held('owner', 'manual', { isLastOwner: true })], [granted('owner')], undefined, ['org_1 owner oidc'], [], true],
  ['a role in a project needs one in its organization', [], [granted('admin', 'prj_1')], undefined, ['org_1/prj_1 admin oidc', 'org_1 viewer oidc'], [], true],
  ['which is the group\'s own where there is one', [], [granted('admin', 'prj_1'), granted('member')], undefined, ['org_1/prj_1 admin oidc', 'org_1 member oidc'], [], true],
  ['and does not lower one given by hand', [held('member', 'manual')], [granted('admin', 'prj_1')], undefined, ['org_1/prj_1 admin oidc'], [], true],
  ['but one that groups gave', [held('member', 'oidc')], [granted('admin', 'prj_1')], undefined, ['org_1/prj_1 admin oidc', 'org_1 viewer oidc'], [], true],
  ['a role in a project goes with its groups', [held('member', 'oidc'), held('admin', 'oidc', { projectId: 'prj_1' })], [granted('member')], undefined, [], ['org_1/prj_1'], true],
  ['whoever becomes a viewer is no more in projects, but for what groups grant there',
    [held('member', 'oidc'), held('owner', 'manual', { projectId: 'prj_1' }), held('viewer', 'manual', { projectId: 'prj_2' }), held('member', 'manual', { projectId: 'prj_3' }), held('owner', 'manual', { organizationId: 'org_2', projectId: 'prj_4' })],
    [granted('viewer'), granted('admin', 'prj_3')], undefined, ['org_1 viewer oidc', 'org_1/prj_3 admin oidc', 'org_1/prj_1 viewer manual'], [], true],
  ['whoever is a viewer already keeps what they were given there since', [held('viewer', 'oidc'), held('owner', 'manual', { projectId: 'prj_1' })], [granted('viewer')], undefined, [], [], true],
  ['whoever is new and would belong nowhere falls back', [], [], anywhere, ['org_oldest member manual'], [], true, 'is new'],
  ['but not somebody who was here and was taken out by hand', [], [], anywhere, [], [], false],
  ['nor somebody who lost what groups gave in a project alone', [held('admin', 'oidc', { projectId: 'prj_1' })], [], anywhere, [], ['org_1/prj_1'], false],
  ['nobody else does', [held('viewer', 'manual')], [], anywhere, [], [], true],
  ['also whoever lost the groups', [held('admin', 'oidc')], [], anywhere, ['org_oldest member manual'], ['org_1'], true],
  ['in the same organization without leaving it', [held('admin', 'oidc', { organizationId: 'org_oldest' })], [], anywhere, ['org_oldest member manual'], [], true],
  ['what somebody fell back to and was raised from by hand stays', [held('admin', 'manual', { organizationId: 'org_oldest' })], [], anywhere, [], [], true],
  ['a stranger without groups has no business here', [], [], undefined, [], [], false, 'is new'],
  ['where it is in doubt what a rule speaks of nothing is taken, but elsewhere', [held('admin', 'oidc'), held('admin', 'oidc', { projectId: 'prj_1' }), held('member', 'oidc', { organizationId: 'org_2' })], [], anywhere, [], ['org_1/prj_1', 'org_2'], true, 'in doubt'],
  ['nor lowered', [held('admin', 'oidc')], [granted('viewer')], undefined, [], [], true, 'in doubt'],
  ['but given and raised', [held('viewer', 'oidc')], [granted('admin'), granted('member', null, 'org_2')], undefined, ['org_1 admin oidc', 'org_2 member oidc'], [], true, 'in doubt'],
] as const)('%s', (_, before, groups, fallback, given, taken, belongs, ...also: ('is new' | 'in doubt')[]) => {
  const place = (each: { organizationId: string; projectId: string | null }) => `${each.organizationId}${each.projectId === null ? '' : `/${each.projectId}`}`;
  const next = assignRoles({ held: [...before], granted: [...groups], fallback, isNew: also.includes('is new'), inDoubt: also.includes('in doubt') ? [{ organizationId: 'org_1', projectId: null }] : [] });
  expect({ given: next.given.map((each) => `${place(each)} ${each.role} ${each.source}`), taken: next.taken.map(place), belongs: next.belongs }).toEqual({ given, taken, belongs });
});

test('what is not about organizations that are still there is left out', () => {
  const before = [held('member', 'oidc'), held('admin', 'oidc', { organizationId: 'org_2' })];
  const next = assignRoles({ held: before, granted: [granted('viewer', null, 'org_3')], fallback: undefined, isNew: false, inDoubt: [] });
  expect(within(next, before, new Set(['org_1', 'org_3']))).toEqual({ ...next, taken: [{ ...before[0] }], belongs: true });
  expect(within(next, [before[0]!], new Set(['org_1']))).toMatchObject({ given: [], belongs: false });
});
