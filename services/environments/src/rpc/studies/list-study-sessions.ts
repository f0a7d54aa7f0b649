import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toStudySession } from '../../domain/studies/study-session.ts';
import { listStudySessions as find } from '../../store/studies/study-sessions.ts';
import { isStudyKnown } from '../../store/studies/studies.ts';

export const listStudySessions = ({ pool, cursors }: Deps) =>
  handle(operations.listStudySessions, async (_caller, { projectId, studyId }, query) => {
    if (!(await isStudyKnown(pool, projectId, studyId))) throw notFound('study');
    return pageOfList(operations.listStudySessions, cursors, query, {
      name: `sessions of ${studyId}`,
      find: async (after: [string] | undefined, limit) =>
        (await find(pool, studyId, after?.[0], limit)).map(toStudySession),
      positionOf: ({ id }) => [id],
    });
  });
