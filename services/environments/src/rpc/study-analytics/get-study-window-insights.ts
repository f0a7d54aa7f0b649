import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { sessionsOfInsights, withExistingSessions } from '../../domain/study-analytics/existing-sessions.ts';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';
import { findStudyInsights, listExistingSessions } from '../../store/study-analytics/study-insights.ts';

export const getStudyWindowInsights = ({ pool }: Deps) =>
  handle(operations.getStudyWindowInsights, async (_caller, { projectId, studyId, windowId }) => {
    if (!(await findKnownStudy(pool, projectId, studyId))) throw notFound('study');
    const stored = await findStudyInsights(pool, studyId, windowId);
    if (!stored) throw notFound('insights');
    const { status, reasonCode } = stored;
    const body = withExistingSessions(
      stored.body,
      await listExistingSessions(pool, studyId, sessionsOfInsights(stored.body)),
    );
    const updatedAt = stored.updatedAt.getTime();
    const insights = { ...body, status, reasonCode, updatedAt, currentFindings: body.findings };
    return { studyId, projectId, windowId, status, insights, updatedAt };
  });
