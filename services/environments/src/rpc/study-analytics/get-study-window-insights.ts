import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { findInsights } from '@assay/findings/insights/stored-insights';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { shownWeekInsights } from '../../flows/study-analytics/shown-insights.ts';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';

export const getStudyWindowInsights = ({ pool }: Deps) =>
  handle(operations.getStudyWindowInsights, async (_caller, { projectId, studyId, windowId }) => {
    if (!(await findKnownStudy(pool, projectId, studyId))) throw notFound('study');
    const stored = await findInsights(pool, { seriesId: studyId, windowId });
    if (!stored) throw notFound('insights');
    const insights = await shownWeekInsights(pool, studyId, stored);
    return { studyId, projectId, windowId, status: stored.status, insights, updatedAt: stored.updatedAt.getTime() };
  });
