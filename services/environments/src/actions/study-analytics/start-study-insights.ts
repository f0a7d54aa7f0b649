import type { ExplanationGrant } from '@assay/findings/explaining/explanation-grant';
import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { startInsights } from '@assay/findings/insights/explained-insights';
import type { KnownStudy } from '../../store/study-analytics/known-study.ts';
import { holdWindow, studyInsights, weekKey } from '../../store/study-analytics/study-insights.ts';

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
    await startInsights(tx, {
      table: studyInsights,
      key: weekKey(studyId, windowId),
      body,
      grant,
      kind: EXPLAIN_STUDY_KIND,
      projectId,
      subject: 'study',
      target: { studyId, windowId },
    });
  });
