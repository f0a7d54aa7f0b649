import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { startStudyInsights } from '../../actions/study-analytics/start-study-insights.ts';
import type { Deps } from '../../deps.ts';
import { grantStudyExplanation } from '../../flows/study-analytics/explanation-grant.ts';
import { insightsOfWindow, newestWindow } from '../../flows/study-analytics/newest-window.ts';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';
import { findStudyInsights } from '../../store/study-analytics/study-insights.ts';

export const requestStudyInsights = ({ pool, catalog, wakeUp, insightsModel }: Deps) =>
  handle(operations.requestStudyInsights, async (caller, { projectId, studyId }, { force = false }) => {
    const study = await findKnownStudy(pool, projectId, studyId);
    if (!study) throw notFound('study');
    const window = await newestWindow(pool, studyId);
    const windowId = window.id;
    const present = await findStudyInsights(pool, studyId, windowId);
    const isCurrent = present && present.updatedAt > window.minedAt!;
    if (present && (present.status === 'pending' || (isCurrent && !force)))
      return replayed({ studyId, projectId, windowId, status: present.status });
    const body = await insightsOfWindow(pool, studyId, window);
    const grant =
      body.findings.length > 0
        ? await grantStudyExplanation(catalog, study, caller.keyId ?? '', insightsModel)
        : undefined;
    await startStudyInsights(pool, study, windowId, body, grant);
    if (grant && 'jobId' in grant) wakeUp.wake();
    return { studyId, projectId, windowId, status: 'pending' as const };
  });
