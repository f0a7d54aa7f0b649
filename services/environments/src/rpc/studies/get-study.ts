import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import type { StoredStudy } from '../../domain/studies/study-record.ts';
import { toStudyDetail } from '../../domain/studies/study-view.ts';
import { newestInsights } from '../../flows/study-analytics/shown-insights.ts';
import { surroundingsOf } from '../../flows/studies/study-surroundings.ts';
import { isStudyMember } from '../../store/studies/study-members.ts';
import { findStudy } from '../../store/studies/studies.ts';

export const getStudy = (deps: Deps) =>
  handle(operations.getStudy, async (caller, { projectId, studyId }) => {
    const study = await findStudy(deps.pool, projectId, studyId);
    const isOfProject = caller.role !== undefined && caller.projectId === projectId;
    if (!study || !(isOfProject || (await isInvited(deps, study, caller)))) throw notFound('study');
    const surroundings = await surroundingsOf(deps, projectId, [study]);
    const insights = isOfProject ? await newestInsights(deps.pool, studyId) : undefined;
    return {
      ...toStudyDetail(deps, study, surroundings.get(studyId)!, isOfProject),
      ...given({ insights }),
    };
  });

/** Whether the study admits the caller as an invited member with an account of its organization. */
const isInvited = async ({ pool }: Deps, study: StoredStudy, { organizationId, userId }: Caller): Promise<boolean> =>
  study.mode !== 'project_members' &&
  study.organizationId === organizationId &&
  userId !== undefined &&
  isStudyMember(pool, study.id, userId);
