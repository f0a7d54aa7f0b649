import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { changeMember as change } from '../../actions/members/change-member.ts';
import type { Deps } from '../../deps.ts';
import { memberProblem } from '../../domain/refusals.ts';

export const changeMember = ({ pool }: Deps) =>
  handle(operations.changeMember, async ({ userId: actorId }, { organizationId, userId }, { role }) => {
    const changed = await change(pool, { organizationId, userId, actorId: actorId! }, role);
    if (typeof changed === 'string') throw memberProblem(changed);
    return changed;
  });
