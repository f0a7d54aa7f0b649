import {
  explainingModel,
  explanationGrantOf,
  explanationRequest,
  type ExplanationGrant,
} from '@assay/contract/areas/analysis/explanation-grant';
import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { newId } from '@assay/kit/id';
import type { Channel } from '@assay/kit/rpc/client';
import type { KnownStudy } from '../../store/study-analytics/known-study.ts';

/** Asks catalog for the operator's model that explains findings; undefined when there is none. */
export async function grantStudyExplanation(
  catalog: Channel,
  { projectId, organizationId }: KnownStudy,
  keyId: string,
  insightsModel: string | undefined,
): Promise<ExplanationGrant | undefined> {
  const model = explainingModel(insightsModel);
  if (model === undefined) return undefined;
  const [jobId, account] = [newId('job'), { organizationId, projectId, suiteId: '', runId: '', keyId }];
  const request = explanationRequest(jobId, model, account);
  return explanationGrantOf(jobId, account, await catalog.call(DirectoryService.grantModels, request));
}
