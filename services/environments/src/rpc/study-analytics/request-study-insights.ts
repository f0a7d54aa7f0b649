import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { grantExplanation, jobOf } from '@assay/findings/explaining/explanation-grant';
import { isAnswered } from '@assay/findings/insights/start-insights';
import { findInsights } from '@assay/findings/insights/stored-insights';
import { newId } from '@assay/kit/id';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { startStudyInsights } from '../../actions/study-analytics/start-study-insights.ts';
import type { Deps } from '../../deps.ts';
import { insightsOfWindow, newestWindow } from '../../flows/study-analytics/newest-window.ts';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';

export const requestStudyInsights = ({ pool, catalog, wakeUp, insightsModel }: Deps) =>
  handle(operations.requestStudyInsights, async (caller, { projectId, studyId }, { force = false }) => {
    const study = await findKnownStudy(pool, projectId, studyId);
    if (!study) throw notFound('study');
    const window = await newestWindow(pool, studyId);
    const windowId = window.id;
    const present = await findInsights(pool, { seriesId: studyId, windowId });
    const isCurrent = present !== undefined && present.updatedAt > window.minedAt!;
    if (isAnswered(present, { isCurrent, force }))
      return replayed({ studyId, projectId, windowId, status: present.status });
    const body = await insightsOfWindow(pool, studyId, window);
    const { organizationId } = study;
    const grant = await grantExplanation((request) => catalog.call(DirectoryService.grantModels, request), body, {
      jobId: newId('job'),
      account: { organizationId, projectId, suiteId: '', runId: '', keyId: caller.keyId ?? '' },
      models: [insightsModel],
    });
    await startStudyInsights(pool, study, windowId, body, grant);
    if (jobOf(grant)) wakeUp.wake();
    return { studyId, projectId, windowId, status: 'pending' as const };
  });
