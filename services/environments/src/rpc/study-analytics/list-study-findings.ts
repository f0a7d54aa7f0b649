import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { listFindings, type FindingPosition } from '@assay/findings/mining/stored-findings';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { studyFindingOf } from '../../domain/study-analytics/finding-view.ts';
import type { StoredStudyFinding } from '../../domain/study-analytics/stored-finding.ts';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';

export const listStudyFindings = ({ pool, cursors }: Deps) =>
  handle(operations.listStudyFindings, async (_caller, { projectId, studyId }, query) => {
    if (!(await findKnownStudy(pool, projectId, studyId))) throw notFound('study');
    const { items, ...rest } = await pageOfList(operations.listStudyFindings, cursors, query, {
      name: `study findings ${studyId}`,
      find: (after: FindingPosition | undefined, limit) =>
        listFindings<StoredStudyFinding>(pool, studyId, after, limit),
      positionOf: ({ lastSeenAt, id }) => [lastSeenAt.getTime(), id],
    });
    return { ...rest, items: items.map((each) => studyFindingOf(studyId, each)) };
  });
