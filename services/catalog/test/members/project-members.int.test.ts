import type { Role } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import {
  adaTarget,
  stopMemberFixture,
  memberFixture,
  startMemberFixture,
  removeMember,
} from '../support/member-calls.ts';
import type { TestAccount } from '../support/people.ts';

beforeAll(startMemberFixture);
afterAll(stopMemberFixture);

describe('members of a project', () => {
  const project = () => ({ projectId: memberFixture.projectId });
  const inProject = ({ caller }: TestAccount, role: Role): Caller => ({ ...caller, ...project(), role });
  const set = (who: Pick<TestAccount, 'userId'>, role: string, caller: Caller = memberFixture.adaInPerson) =>
    memberFixture.ask(operations.setProjectMember, { ...project(), userId: who.userId }, { role }, caller);
  const unset = (who: Pick<TestAccount, 'userId'>, caller: Caller = memberFixture.adaInPerson) =>
    memberFixture.ask(operations.removeProjectMember, { ...project(), userId: who.userId }, {}, caller);
  const listed = async (caller: Caller, query: object = {}) =>
    (
      (await memberFixture.ask(operations.listProjectMembers, project(), query, caller)).body() as {
        items: { userId: string }[];
      }
    ).items;

  test('are listed with their role, from any source', async () => {
    const [bob, eve] = [await memberFixture.person('viewer'), await memberFixture.person('member')];
    await set(eve, 'admin');
    const seen = async (caller: Caller) =>
      (await listed(caller, { limit: 200 })).filter(({ userId }) =>
        [adaTarget().userId, bob.userId, eve.userId].includes(userId),
      );
    expect(await seen(inProject(bob, 'viewer'))).toMatchObject([
      { ...adaTarget(), role: 'owner', projectRole: 'owner' },
      { userId: bob.userId, role: 'viewer' },
      { userId: eve.userId, role: 'admin', projectRole: 'admin' },
    ]);
    await memberFixture.pool.query(`update projects set visibility = 'private' where id = $1`, [
      memberFixture.projectId,
    ]);
    expect((await seen(memberFixture.adaInPerson)).map(({ userId }) => userId)).toEqual([
      adaTarget().userId,
      eve.userId,
    ]);
    await memberFixture.pool.query(`update projects set visibility = 'public' where id = $1`, [
      memberFixture.projectId,
    ]);
    expect(await listed(memberFixture.adaInPerson, { limit: 1 })).toHaveLength(1);
  });

  test("are given a role, which adds to the organization's role and never lowers it", async () => {
    const [bob, eve] = [await memberFixture.person('viewer'), await memberFixture.person('admin')];
    expect((await set(bob, 'member')).body()).toMatchObject({ role: 'member', projectRole: 'member' });
    expect((await set(eve, 'viewer')).body()).toMatchObject({ role: 'admin', projectRole: 'viewer' });
    expect(await memberFixture.audited(bob.userId)).toContain('SetProjectMember done');
    expect((await unset(bob)).body()).toEqual({ userId: bob.userId, removed: true });
    expect((await listed(memberFixture.adaInPerson)).find(({ userId }) => userId === bob.userId)).toMatchObject({
      role: 'viewer',
    });
    await expect(unset(bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await memberFixture.audited(bob.userId)).toContain('RemoveProjectMember done');
  });

  test('stay tied to their groups when unchanged or changed by themselves', async () => {
    const bob = await memberFixture.person('member');
    await set(bob, 'owner');
    await memberFixture.pool.query(`update project_members set source = 'oidc' where user_id = $1`, [bob.userId]);
    const source = async () =>
      (
        await memberFixture.pool.query<{ source: string }>('select source from project_members where user_id = $1', [
          bob.userId,
        ])
      ).rows[0]!.source;
    expect((await set(bob, 'owner', inProject(bob, 'owner'))).body()).toMatchObject({ projectRole: 'owner' });
    await set(bob, 'owner');
    await set(bob, 'admin', inProject(bob, 'owner'));
    expect(await source()).toBe('oidc');
    await set(bob, 'member');
    expect(await source()).toBe('manual');
  });

  test('must belong to the organization', async () => {
    const stranger = await memberFixture.person();
    for (const who of [stranger, { userId: 'usr_none' }])
      await expect(set(who, 'viewer')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(set(stranger, 'god')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/role' }] },
    });
  });

  test('become owners only by owners', async () => {
    const [bob, eve] = [await memberFixture.person('member'), await memberFixture.person('member')];
    await set(bob, 'admin');
    const admin = inProject(bob, 'admin');
    await expect(set(eve, 'owner', admin)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(unset(adaTarget(), admin)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await set(eve, 'admin', admin)).status).toBe(200);
    expect((await set(eve, 'owner')).status).toBe(200);
    await expect(set(eve, 'viewer', admin)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('are changed only by admins who are signed in', async () => {
    const [bob, eve] = [await memberFixture.person('member'), await memberFixture.person('viewer')];
    await expect(set(eve, 'member', inProject(bob, 'member'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(set(eve, 'member', inProject(bob, 'admin'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(set(eve, 'member', memberFixture.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('who leave the organization at the same time have no role', async () => {
    const bob = await memberFixture.person('member');
    await Promise.allSettled([set(bob, 'admin'), removeMember(bob)]);
    expect(
      (await memberFixture.pool.query('select from project_members where user_id = $1', [bob.userId])).rowCount,
    ).toBe(0);
  });
});
