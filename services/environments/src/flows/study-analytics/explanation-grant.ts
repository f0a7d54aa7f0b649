import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { newId } from '@assay/kit/id';
import type { Channel } from '@assay/kit/rpc/client';
import type { ExplanationGrant } from '../../actions/study-analytics/start-study-insights.ts';
import type { KnownStudy } from '../../store/study-analytics/known-study.ts';

/** Scripted models explain nothing. */
const SCRIPTED = 'scripted/';

/** Asks catalog for the operator's model that explains findings; undefined when there is none. */
export async function grantStudyExplanation(
  catalog: Channel,
  { projectId, organizationId }: KnownStudy,
  keyId: string,
  model: string | undefined,
): Promise<ExplanationGrant | undefined> {
  if (model === undefined || model.startsWith(SCRIPTED)) return undefined;
  const jobId = newId('job');
  const {
    grants: [grant],
    sealedAccess,
    refusal,
  } = await catalog.call(DirectoryService.grantModels, {
    projectId,
    organizationId,
    suiteId: '',
    keyId,
    models: [model],
    broughtKeys: {},
    sealedFor: `job:${jobId}`,
  });
  if (refusal) return { reasonCode: 'BUDGET_EXHAUSTED' };
  return grant?.id ? { jobId, model: grant.id, keyId, sealed: sealedAccess } : { reasonCode: 'MODEL_NOT_AVAILABLE' };
}
