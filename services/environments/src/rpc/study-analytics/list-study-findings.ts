import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { studyFindingOf } from '../../domain/study-analytics/finding-view.ts';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';
import { listFindings } from '../../store/study-analytics/study-findings.ts';

export const listStudyFindings = ({ pool, cursors }: Deps) =>
  handle(operations.listStudyFindings, async (_caller, { projectId, studyId }, query) => {
    if (!(await findKnownStudy(pool, projectId, studyId))) throw notFound('study');
    const { items, ...rest } = await pageOfList(operations.listStudyFindings, cursors, query, {
      name: `study findings ${studyId}`,
      find: (after: readonly [number, string] | undefined, limit) => listFindings(pool, studyId, after, limit),
      positionOf: ({ lastSeenAt, id }) => [lastSeenAt.getTime(), id],
    });
    return { ...rest, items: items.map((each) => studyFindingOf(studyId, each)) };
  });
