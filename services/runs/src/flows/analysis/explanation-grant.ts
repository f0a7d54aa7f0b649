import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import type { Channel } from '@assay/kit/rpc/client';
import { newId } from '@assay/kit/id';
import type { ExplanationGrant } from '../../actions/analysis/start-insights.ts';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';

/** Scripted models explain nothing. */
const SCRIPTED = 'scripted/';

/**
 * Asks catalog for the model that explains a run's findings: the suite's judge, else the operator's. Undefined when
 * neither names one.
 */
export async function grantExplanation(
  catalog: Channel,
  run: Run & RunDetails,
  insightsModel: string | undefined,
): Promise<ExplanationGrant | undefined> {
  const wanted = [run.spec.judge?.model, insightsModel].find((each) => each && !each.startsWith(SCRIPTED));
  if (!wanted) return undefined;
  const jobId = newId('job');
  const { projectId, organizationId, suiteId } = run;
  const {
    grants: [grant],
    sealedAccess,
    refusal,
  } = await catalog.call(DirectoryService.grantModels, {
    projectId,
    organizationId,
    suiteId,
    keyId: run.spec.keyId ?? '',
    models: [wanted],
    broughtKeys: {},
    sealedFor: `job:${jobId}`,
  });
  if (refusal) return { reasonCode: 'BUDGET_EXHAUSTED' };
  return grant?.id ? { jobId, model: grant.id, sealed: sealedAccess } : { reasonCode: 'MODEL_NOT_AVAILABLE' };
}
