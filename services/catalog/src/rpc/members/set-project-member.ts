import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { setProjectMember as set } from '../../actions/members/set-project-member.ts';
import type { Deps } from '../../deps.ts';
import { memberProblem } from '../../domain/refusals.ts';

export const setProjectMember = ({ pool }: Deps) =>
  handle(operations.setProjectMember, async ({ organizationId, userId: actorId }, { projectId, userId }, { role }) => {
    const saved = await set(
      pool,
      {
        organizationId: organizationId!,
        projectId,
        userId,
        actorId: actorId!,
      },
      role,
    );
    if (typeof saved === 'string') throw memberProblem(saved);
    return saved;
  });
