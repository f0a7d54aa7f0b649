import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { grantExplanation } from '@assay/findings/insights/explained-insights';
import { startStudyInsights } from '../../actions/study-analytics/start-study-insights.ts';
import type { Deps } from '../../deps.ts';
import { insightsOfWindow, newestWindow } from '../../flows/study-analytics/newest-window.ts';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';
import { studyInsights, weekKey } from '../../store/study-analytics/study-insights.ts';

export const requestStudyInsights = ({ pool, catalog, wakeUp, insightsModel }: Deps) =>
  handle(operations.requestStudyInsights, async (caller, { projectId, studyId }, { force = false }) => {
    const study = await findKnownStudy(pool, projectId, studyId);
    if (!study) throw notFound('study');
    const window = await newestWindow(pool, studyId);
    const windowId = window.id;
    const present = await studyInsights.find(pool, weekKey(studyId, windowId));
    const isCurrent = present && present.updatedAt > window.minedAt!;
    if (present && (present.status === 'pending' || (isCurrent && !force)))
      return replayed({ studyId, projectId, windowId, status: present.status });
    const body = await insightsOfWindow(pool, studyId, window);
    const { organizationId } = study;
    const account = { organizationId, projectId, suiteId: '', runId: '', keyId: caller.keyId ?? '' };
    const grant = body.findings.length > 0 ? await grantExplanation(catalog, account, insightsModel) : undefined;
    await startStudyInsights(pool, study, windowId, body, grant);
    if (grant && 'jobId' in grant) wakeUp.wake();
    return { studyId, projectId, windowId, status: 'pending' as const };
  });
