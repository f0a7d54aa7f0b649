import { changeMember as operation } from '@assay/contract/operations/members';
import { handle } from '@assay/kit/rpc/handle';
import { changeMember as change } from '../../actions/members/change-member.ts';
import type { Deps } from '../../deps.ts';
import { memberRefusal } from '../../domain/refusals.ts';

export const changeMember = ({ pool }: Deps) =>
  handle(operation, async ({ userId: actorId }, { organizationId, userId }, { role }) => {
    const changed = await change(pool, { organizationId, userId, actorId: actorId! }, role);
    if (typeof changed === 'string') throw memberRefusal(changed);
    return changed;
  });
