import {
  explainingModel,
  explanationGrantOf,
  explanationRequest,
  type ExplanationGrant,
} from '@assay/contract/areas/analysis/explanation-grant';
import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import type { Channel } from '@assay/kit/rpc/client';
import { newId } from '@assay/kit/id';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';

/**
 * Asks catalog for the model that explains a run's findings: the suite's judge, else the operator's. Undefined when
 * neither names one.
 */
export async function grantExplanation(
  catalog: Channel,
  { id: runId, projectId, organizationId, suiteId, spec }: Run & RunDetails,
  insightsModel: string | undefined,
): Promise<ExplanationGrant | undefined> {
  const model = explainingModel(spec.judge?.model, insightsModel);
  if (model === undefined) return undefined;
  const [jobId, account] = [newId('job'), { organizationId, projectId, suiteId, runId, keyId: spec.keyId ?? '' }];
  const request = explanationRequest(jobId, model, account);
  return explanationGrantOf(jobId, account, await catalog.call(DirectoryService.grantModels, request));
}
