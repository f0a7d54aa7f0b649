import type { Role } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { startPeople, type TestAccount, type TestPeople } from './people.ts';

/** The real service of the test file that opened it, and people who sign in to it. */
export let memberFixture: TestPeople;
export async function startMemberFixture(): Promise<void> {
  memberFixture = await startPeople();
}
export const stopMemberFixture = (): Promise<void> => memberFixture.stop();

export const memberTarget = ({ userId }: Pick<TestAccount, 'userId'>) => ({
  organizationId: memberFixture.organizationId,
  userId,
});
export const changeMember = (
  who: Pick<TestAccount, 'userId'>,
  role: string,
  caller: Caller = memberFixture.adaInPerson,
) => memberFixture.ask(operations.changeMember, memberTarget(who), { role }, caller);
export const removeMember = (who: Pick<TestAccount, 'userId'>, caller: Caller = memberFixture.adaInPerson) =>
  memberFixture.ask(operations.removeMember, memberTarget(who), {}, caller);
export const adaTarget = () => ({ userId: memberFixture.adaInPerson.userId! });
export const roleOf = async ({ userId }: Pick<TestAccount, 'userId'>) =>
  (await memberFixture.pool.query<{ role: Role }>('select role from memberships where user_id = $1', [userId])).rows[0]
    ?.role;
