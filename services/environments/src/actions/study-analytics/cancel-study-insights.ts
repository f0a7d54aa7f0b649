import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { dropWork } from '@assay/work/queue/work-queue';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';
import { deletePendingInsights, findStudyInsights } from '../../store/study-analytics/study-insights.ts';

/** Cancels pending insights: they can be requested again. CONFLICT when they are complete. */
export function cancelInsights(
  pool: Pool,
  { projectId, studyId }: { projectId: string; studyId: string },
  windowId: string,
): Promise<void> {
  return transaction(pool, async (tx) => {
    if (!(await findKnownStudy(tx, projectId, studyId))) throw notFound('study');
    const jobId = await deletePendingInsights(tx, studyId, windowId);
    if (jobId === undefined) {
      if (!(await findStudyInsights(tx, studyId, windowId))) throw notFound('insights');
      throw conflict('The insights are complete; only pending ones can be cancelled.');
    }
    await dropWork(tx, jobId);
    await audit(tx, { target: { studyId, windowId } });
  });
}
