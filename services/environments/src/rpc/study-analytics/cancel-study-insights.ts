import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { cancelWeekInsights } from '../../actions/study-analytics/cancel-study-insights.ts';
import type { Deps } from '../../deps.ts';

export const cancelStudyInsights = ({ pool }: Deps) =>
  handle(operations.cancelStudyInsights, async (_caller, { projectId, studyId }, { windowId }) => {
    await cancelWeekInsights(pool, { projectId, studyId }, windowId);
    return { studyId, projectId, windowId, canceled: true as const };
  });
