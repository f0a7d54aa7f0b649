import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import type { ExplanationGrant } from '@assay/findings/explaining/explanation-grant';
import { startInsights } from '@assay/findings/insights/start-insights';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { enqueueWork } from '@assay/work/queue/work-queue';
import type { KnownStudy } from '../../store/study-analytics/known-study.ts';
import { holdWindow } from '../../store/study-analytics/study-insights.ts';

/** The kind of the work items that explain findings of studies. */
export const EXPLAIN_STUDY_KIND = 'explain-study';

/** Stores the findings of a window, and has a model explain them when one was granted. */
export const startStudyInsights = (
  pool: Pool,
  { id: studyId, projectId }: KnownStudy,
  windowId: string,
  body: InsightsBody,
  grant: ExplanationGrant | undefined,
): Promise<void> =>
  transaction(pool, async (tx) => {
    if (!(await holdWindow(tx, studyId, windowId))) return;
    const found = { body, grant, kind: EXPLAIN_STUDY_KIND, projectId, subject: 'study' as const };
    const started = await startInsights(tx, { seriesId: studyId, windowId }, found);
    if (started?.work) await enqueueWork(tx, started.work);
    await audit(tx, started && { target: { studyId, windowId }, after: started.after });
  });
