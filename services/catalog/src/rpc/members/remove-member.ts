import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { removeMember as remove } from '../../actions/members/change-member.ts';
import type { Deps } from '../../deps.ts';
import { memberProblem } from '../../domain/refusals.ts';

export const removeMember = ({ pool }: Deps) =>
  handle(operations.removeMember, async ({ userId: actorId }, { organizationId, userId }) => {
    const removed = await remove(pool, { organizationId, userId, actorId: actorId! });
    if (typeof removed === 'string') throw memberProblem(removed);
    return { userId, removed: true as const, ...removed };
  });
