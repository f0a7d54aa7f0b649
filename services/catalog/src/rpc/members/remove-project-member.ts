import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { removeProjectMember as remove } from '../../actions/members/set-project-member.ts';
import type { Deps } from '../../deps.ts';
import { memberProblem } from '../../domain/refusals.ts';

export const removeProjectMember = ({ pool }: Deps) =>
  handle(operations.removeProjectMember, async ({ organizationId, userId: actorId }, { projectId, userId }) => {
    const outcome = await remove(pool, {
      organizationId: organizationId!,
      projectId,
      userId,
      actorId: actorId!,
    });
    if (outcome !== 'removed') throw memberProblem(outcome);
    return { userId, removed: true as const };
  });
