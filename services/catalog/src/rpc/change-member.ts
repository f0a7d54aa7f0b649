import { changeMember as operation } from '@assay/contract/operations/members';
import { handle } from '@assay/kit/handle';
import { changeMember as change } from '../actions/change-member.ts';
import type { Deps } from '../deps.ts';
import { memberRefusal } from '../refusals.ts';

export const changeMember = ({ pool }: Deps) =>
  handle(operation, async ({ userId: actorId }, { organizationId, userId }, { role }) => {
    const changed = await change(pool, { organizationId, userId, actorId: actorId! }, role);
    if (typeof changed === 'string') throw memberRefusal(changed);
    return changed;
  });
