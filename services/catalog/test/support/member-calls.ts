import type { Role } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { startPeople, type Account, type TestPeople } from './people.ts';

/** The real service of the test file that opened it, and people who sign in to it. */
export let house: TestPeople;
export async function openHouse(): Promise<void> {
  house = await startPeople();
}
export const closeHouse = (): Promise<void> => house.stop();

export const at = ({ userId }: Pick<Account, 'userId'>) => ({ organizationId: house.organizationId, userId });
export const change = (who: Pick<Account, 'userId'>, role: string, caller: Caller = house.adaInPerson) =>
  house.ask(operations.changeMember, at(who), { role }, caller);
export const remove = (who: Pick<Account, 'userId'>, caller: Caller = house.adaInPerson) =>
  house.ask(operations.removeMember, at(who), {}, caller);
export const ada = () => ({ userId: house.adaInPerson.userId! });
export const roleOf = async ({ userId }: Pick<Account, 'userId'>) =>
  (await house.pool.query<{ role: Role }>('select role from memberships where user_id = $1', [userId])).rows[0]?.role;
