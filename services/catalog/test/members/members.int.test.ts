import type { Role } from '@assay/contract/access';
import { PeopleService } from '@assay/mesh/gen/assay/v1/people';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { newId } from '@assay/kit/id';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import {
  adaTarget,
  memberTarget,
  changeMember,
  stopMemberFixture,
  memberFixture,
  startMemberFixture,
  removeMember,
  roleOf,
} from '../support/member-calls.ts';
import type { TestAccount } from '../support/people.ts';

beforeAll(startMemberFixture);
afterAll(stopMemberFixture);

/** Another organization of Ada's, and a function that adds people to it. */
async function foundOrganization() {
  const organizationId = newId('org');
  const join = ({ userId }: Pick<TestAccount, 'userId'>, role: Role) =>
    memberFixture.pool.query('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
      organizationId,
      userId,
      role,
    ]);
  await memberFixture.pool.query(`insert into organizations (id, name) values ($1, 'Another')`, [organizationId]);
  await join(adaTarget(), 'owner');
  return { organizationId, join, caller: { ...memberFixture.adaInPerson, organizationId } };
}

describe('members of an organization', () => {
  test('are listed for each member, page by page, while others join', async () => {
    const { organizationId, join } = await foundOrganization();
    const [bob, eve, late] = [await memberFixture.person(), await memberFixture.person(), await memberFixture.person()];
    const caller: Caller = { ...bob.caller, organizationId, organizationRole: 'viewer' };
    await Promise.all([join(bob, 'viewer'), join(eve, 'admin')]);
    const list = async (query: object) =>
      (await memberFixture.ask(operations.listMembers, { organizationId }, query, caller)).body() as {
        items: object[];
        nextCursor: string;
      };
    const first = await list({ limit: 1 });
    expect(first.items).toEqual([
      { ...adaTarget(), email: 'ada@acme.example', name: 'ada', role: 'owner', joinedAt: expect.any(Number) },
    ]);
    await join(late, 'member');
    const rest = await list({ cursor: first.nextCursor });
    expect(rest.items).toMatchObject([{ userId: bob.userId }, { userId: eve.userId }, { userId: late.userId }]);
    expect(rest).not.toHaveProperty('nextCursor');
    await expect(
      memberFixture.ask(operations.listMembers, { organizationId: memberFixture.organizationId }, {}, caller),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ details: { issues: [{ path: '/cursor' }] } });
  });

  test('change roles, which is audited', async () => {
    const bob = await memberFixture.person('viewer');
    expect((await changeMember(bob, 'member')).body()).toMatchObject({ userId: bob.userId, role: 'member' });
    expect(await roleOf(bob)).toBe('member');
    expect(await memberFixture.audited(bob.userId)).toContain('ChangeMember done');
  });

  test.each<[Role, Role, Role]>([
    ['admin', 'member', 'admin'],
    ['admin', 'admin', 'viewer'],
    ['owner', 'member', 'owner'],
    ['owner', 'owner', 'viewer'],
  ])('%s makes %s %s', async (actor, before, after) => {
    const [bob, eve] = [await memberFixture.person(actor), await memberFixture.person(before)];
    expect((await changeMember(eve, after, bob.caller)).body()).toMatchObject({ role: after });
    expect(await roleOf(eve)).toBe(after);
  });

  test.each<[Role, Role, Role]>([
    ['admin', 'member', 'owner'],
    ['admin', 'owner', 'admin'],
    ['member', 'viewer', 'member'],
    ['viewer', 'viewer', 'owner'],
  ])('%s does not make %s %s', async (actor, before, after) => {
    const [bob, eve] = [await memberFixture.person(actor), await memberFixture.person(before)];
    await expect(changeMember(eve, after, bob.caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await roleOf(eve)).toBe(before);
  });

  test('stay tied to their groups when unchanged or changed by themselves', async () => {
    const bob = await memberFixture.person('owner');
    await memberFixture.pool.query(`update memberships set source = 'oidc' where user_id = $1`, [bob.userId]);
    const source = async () =>
      (
        await memberFixture.pool.query<{ source: string }>('select source from memberships where user_id = $1', [
          bob.userId,
        ])
      ).rows[0]!.source;
    expect((await changeMember(bob, 'owner', bob.caller)).body()).toMatchObject({ role: 'owner' });
    expect(await memberFixture.audited(bob.userId)).not.toContain('ChangeMember done');
    expect((await changeMember(bob, 'owner')).body()).toMatchObject({ role: 'owner' });
    await changeMember(bob, 'admin', bob.caller);
    expect(await source()).toBe('oidc');
    await changeMember(bob, 'member');
    expect(await source()).toBe('manual');
  });

  test("are judged by their present role, not by the gateway's cache", async () => {
    const [bob, eve] = [await memberFixture.person('admin'), await memberFixture.person('member')];
    await changeMember(bob, 'viewer');
    await expect(changeMember(eve, 'admin', bob.caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(removeMember(eve, bob.caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('who become viewers are at most viewers in every project until raised there', async () => {
    const bob = await memberFixture.person('member');
    const project = (
      await memberFixture.ask(
        operations.createProject,
        { idempotencyKey: '' },
        { name: "Bob's", visibility: 'private' },
        bob.caller,
      )
    ).body();
    const roles = async () =>
      (
        await memberFixture.pool.query<{ role: Role }>(
          'select role from project_grants where user_id = $1 order by role',
          [bob.userId],
        )
      ).rows.map(({ role }) => role);
    expect(project).toMatchObject({ role: 'owner' });
    expect(await roles()).toEqual(['member', 'owner']);
    await changeMember(bob, 'admin');
    await changeMember(bob, 'member');
    expect(await roles()).toEqual(['member', 'owner']);
    await changeMember(bob, 'viewer');
    expect(await roles()).toEqual(['viewer', 'viewer']);
    expect((await auditedChanges(memberFixture.pool)).at(-1)).toMatchObject({
      before: { role: 'member', projects: [{ projectId: project.id, role: 'owner' }] },
      after: { role: 'viewer', projects: [{ projectId: project.id, role: 'viewer' }] },
    });
    await memberFixture.ask(
      operations.setProjectMember,
      { projectId: project.id as string, userId: bob.userId },
      { role: 'admin' },
      { ...memberFixture.adaInPerson, projectId: project.id as string },
    );
    await changeMember(bob, 'viewer');
    expect(await roles()).toEqual(['viewer', 'admin']);
  });

  test('always include an owner', async () => {
    const { organizationId, caller } = await foundOrganization();
    const target = { organizationId, ...adaTarget() };
    await expect(memberFixture.ask(operations.changeMember, target, { role: 'admin' }, caller)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(memberFixture.ask(operations.removeMember, target, {}, caller)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await memberFixture.ask(operations.changeMember, target, { role: 'owner' }, caller)).body()).toMatchObject({
      role: 'owner',
    });
  });

  test.each<
    [
      string,
      (target: Parameters<typeof memberTarget>[0] & { organizationId: string }, caller: Caller) => Promise<unknown>,
    ]
  >([
    ['become less', (target, caller) => memberFixture.ask(operations.changeMember, target, { role: 'member' }, caller)],
    ['leave', (target, caller) => memberFixture.ask(operations.removeMember, target, {}, caller)],
  ])('keep an owner when the last two %s at once', async (_, act) => {
    const { organizationId, caller, join } = await foundOrganization();
    const bob = await memberFixture.person();
    await join(bob, 'owner');
    const outcomes = await Promise.allSettled([
      act({ organizationId, ...adaTarget() }, caller),
      act({ organizationId, userId: bob.userId }, { ...bob.caller, organizationId, organizationRole: 'owner' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(
      (
        await memberFixture.pool.query(`select from memberships where organization_id = $1 and role = 'owner'`, [
          organizationId,
        ])
      ).rowCount,
    ).toBe(1);
  });

  test('who do not belong to it are a 404', async () => {
    const stranger = await memberFixture.person();
    for (const who of [stranger, { userId: 'usr_none' }]) {
      await expect(changeMember(who, 'member')).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(removeMember(who)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test.each([{}, { role: 'god' }, { role: null }])('take no other role: %j', async (body) => {
    const bob = await memberFixture.person('viewer');
    await expect(
      memberFixture.ask(operations.changeMember, memberTarget(bob), body, memberFixture.adaInPerson),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/role' }] },
    });
  });

  test('are changed by signed-in people, not by keys', async () => {
    const bob = await memberFixture.person('viewer');
    await expect(changeMember(bob, 'member', memberFixture.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(removeMember(bob, memberFixture.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('environments alone learns the name of a member, in the organization of the member', async () => {
  const { organizationId = '', userId = '' } = memberFixture.ada;
  const nameOf = (service: string, ofOrganization = organizationId) =>
    memberFixture.mesh.call(
      PeopleService.findMemberName,
      { organizationId: ofOrganization, userId },
      { caller: { requestId: 'req_test', service } },
    );
  const { rows } = await memberFixture.pool.query<{ name: string }>('select name from users where id = $1', [userId]);
  expect(await nameOf('environments')).toEqual(rows[0]);
  expect(await nameOf('environments', 'org_other')).toEqual({ name: '' });
  await expect(nameOf('runner')).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
