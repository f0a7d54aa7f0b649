import { notFound } from '@assay/contract/problem';
import { cancelInsights } from '@assay/findings/insights/cancel-insights';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { dropWork } from '@assay/work/queue/work-queue';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';

/** Cancels the pending insights of a week. NOT_FOUND for an unknown study; CONFLICT when they are complete. */
export const cancelWeekInsights = (
  pool: Pool,
  { projectId, studyId }: { projectId: string; studyId: string },
  windowId: string,
): Promise<void> =>
  transaction(pool, async (tx) => {
    if (!(await findKnownStudy(tx, projectId, studyId))) throw notFound('study');
    await dropWork(tx, await cancelInsights(tx, { seriesId: studyId, windowId }));
    await audit(tx, { target: { studyId, windowId } });
  });
