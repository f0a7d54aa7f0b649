import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { linkOf } from '../../domain/studies/study-view.ts';
import { listStudyMembers as find } from '../../store/studies/study-members.ts';
import { findStudy } from '../../store/studies/studies.ts';

export const listStudyMembers = (deps: Deps) =>
  handle(operations.listStudyMembers, async (_caller, { projectId, studyId }, query) => {
    const study = await findStudy(deps.pool, projectId, studyId);
    if (!study) throw notFound('study');
    return pageOfList(operations.listStudyMembers, deps.cursors, query, {
      name: `members of ${studyId}`,
      find: async (after: [string] | undefined, limit) =>
        (await find(deps.pool, studyId, after?.[0], limit)).map(({ id, email, userId, createdAt }) => ({
          id,
          email,
          hasAccount: userId !== undefined,
          link: linkOf(deps, study, id).url,
          createdAt: createdAt.getTime(),
        })),
      positionOf: ({ id }) => [id],
    });
  });
