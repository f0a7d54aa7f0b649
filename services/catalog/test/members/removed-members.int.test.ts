import type { Role } from '@assay/contract/access';
import { MemberRemoved } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import {
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

describe('a removed member', () => {
  const inviteAs = (caller: Caller, email: string) =>
    memberFixture.ask(
      operations.createInvitation,
      { organizationId: memberFixture.organizationId },
      { email, role: 'viewer' },
      caller,
    );
  const invitations = async () =>
    (await memberFixture.pool.query<{ email: string }>('select email from invitations order by email')).rows.map(
      ({ email }) => email,
    );

  test('loses project roles, keys and invitations, and their sessions move', async () => {
    const bob = await memberFixture.person('admin');
    await memberFixture.pool.query(`insert into organizations (id, name) values ('org_second', 'Second')`);
    await memberFixture.pool.query(
      `insert into memberships (organization_id, user_id, role) values ('org_second', $1, 'member')`,
      [bob.userId],
    );
    await memberFixture.ask(
      operations.setProjectMember,
      { projectId: memberFixture.projectId, userId: bob.userId },
      { role: 'admin' },
      memberFixture.adaInPerson,
    );
    const key = (id: string, organizationId: string) =>
      memberFixture.pool.query(
        `insert into api_keys (id, organization_id, user_id, name, hash, prefix) values ($1, $2, $3, 'k', $4, 'sk_')`,
        [id, organizationId, bob.userId, Buffer.from(id)],
      );
    await Promise.all([
      key('key_here', memberFixture.organizationId),
      key('key_elsewhere', 'org_second'),
      inviteAs(bob.caller, 'mate@acme.example'),
      inviteAs(memberFixture.adaInPerson, 'other@acme.example'),
    ]);

    expect((await removeMember(bob)).body()).toEqual({ userId: bob.userId, removed: true, runnerTokenIds: [] });
    const {
      rows: [left],
    } = await memberFixture.pool.query(
      `select
      (select count(*) from memberships where user_id = $1)::int as memberships, (select count(*) from project_members where user_id = $1)::int as roles,
      (select array_agg(id || ' ' || (revoked_by is not null) order by id) from api_keys where user_id = $1) as keys, (select organization_id from sessions where user_id = $1) as session`,
      [bob.userId],
    );
    expect(left).toEqual({
      memberships: 1,
      roles: 0,
      keys: ['key_elsewhere false', 'key_here true'],
      session: 'org_second',
    });
    expect(await invitations()).toEqual(['other@acme.example']);
    expect(await memberFixture.audited(bob.userId)).toContain('RemoveMember done');
  });

  test('may remove themselves, with any role', async () => {
    const bob = await memberFixture.person('viewer');
    expect((await removeMember(bob, bob.caller)).body()).toMatchObject({ removed: true });
    expect(
      (await memberFixture.pool.query('select organization_id from sessions where user_id = $1', [bob.userId])).rows,
    ).toEqual([{ organization_id: null }]);
  });

  test('is removed by an admin, an owner only by an owner', async () => {
    const [bob, eve, mia] = [
      await memberFixture.person('admin'),
      await memberFixture.person('owner'),
      await memberFixture.person('member'),
    ];
    await expect(removeMember(eve, bob.caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(removeMember(bob, mia.caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await removeMember(mia, bob.caller)).status).toBe(200);
    expect((await removeMember(eve)).status).toBe(200);
  });

  test.each<[string, (bob: TestAccount) => Promise<unknown>, Role | undefined]>([
    ['removed', (bob) => removeMember(bob), undefined],
    ['made less', (bob) => changeMember(bob, 'viewer'), 'viewer'],
  ])('who is %s does not come back by an earlier invitation', async (_, act, role) => {
    const bob = await memberFixture.person();
    const { url } = (await inviteAs(memberFixture.adaInPerson, bob.email)).body() as { url: string };
    // As the groups of an identity provider do.
    await memberFixture.pool.query('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
      memberFixture.organizationId,
      bob.userId,
      'member',
    ]);
    await act({ ...bob, caller: { ...bob.caller, organizationId: memberFixture.organizationId } });
    await expect(
      memberFixture.ask(
        operations.acceptInvitation,
        { token: url.split('/').at(-1)!, sessionToken: bob.token, userAgent: '' },
        {},
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await roleOf(bob)).toBe(role);
  });

  test('is announced with the runner tokens that they made', async () => {
    const bob = await memberFixture.person('admin');
    const make = () =>
      memberFixture.ask(
        operations.createRunnerToken,
        { organizationId: memberFixture.organizationId },
        { name: 'lab', labels: ['lab'] },
        bob.caller,
      );
    const [live, dead] = await Promise.all([make(), make()]);
    const idOf = ({ body }: Awaited<ReturnType<typeof make>>) => (body() as { id: string }).id;
    await memberFixture.pool.query('update runner_tokens set revoked_at = now() where id = $1', [idOf(dead)]);
    expect((await removeMember(bob)).body()).toMatchObject({ runnerTokenIds: [idOf(live)] });
    const {
      rows: [event],
    } = await memberFixture.pool.query(
      `select key, value from outbox where type = '${MemberRemoved.type}' order by id desc limit 1`,
    );
    expect(MemberRemoved.codec.decode(event.value)).toMatchObject({
      userId: bob.userId,
      organizationId: memberFixture.organizationId,
      projectIds: expect.arrayContaining([memberFixture.projectId]),
    });
  });

  test('loses their invitations also when only lowered', async () => {
    const bob = await memberFixture.person('admin');
    await inviteAs(bob.caller, 'mate@acme.example');
    await changeMember(bob, 'owner');
    expect(await invitations()).toContain('mate@acme.example');
    await changeMember(bob, 'member');
    expect(await invitations()).not.toContain('mate@acme.example');
  });
});
