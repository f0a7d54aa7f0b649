import { notFound } from '@assay/contract/problem';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { cancelInsights } from '@assay/findings/insights/explained-insights';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';
import { studyInsights, weekKey } from '../../store/study-analytics/study-insights.ts';

/** Cancels the pending insights of a week. NOT_FOUND for an unknown study; CONFLICT when they are complete. */
export const cancelWeekInsights = (
  pool: Pool,
  { projectId, studyId }: { projectId: string; studyId: string },
  windowId: string,
): Promise<void> =>
  transaction(pool, async (tx) => {
    if (!(await findKnownStudy(tx, projectId, studyId))) throw notFound('study');
    await cancelInsights(tx, {
      table: studyInsights,
      key: weekKey(studyId, windowId),
      target: { studyId, windowId },
    });
  });
