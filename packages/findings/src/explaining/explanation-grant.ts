import type { ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import type { GrantedModels, GrantModelsRequest } from '@assay/mesh/gen/assay/v1/catalog';

/** Scripted models explain nothing. */
const SCRIPTED = 'scripted/';

/** A work item that may ask a model for explanations, with the account that pays and the way to the model's provider. */
export type ExplanationJob = Pick<ExplanationTask, 'model' | 'account' | 'access'> & { jobId: string };

/** A job for the model that may explain findings; or the reason why none may. */
export type ExplanationGrant = ExplanationJob | { reasonCode: string };

/** The job of a grant; undefined when no model may explain the findings. */
export const jobOf = (grant: ExplanationGrant | undefined): ExplanationJob | undefined =>
  grant && 'jobId' in grant ? grant : undefined;

/** Why no model may explain findings that one was to explain. */
export const refusalOf = (grant: ExplanationGrant | undefined): string | undefined =>
  grant && 'reasonCode' in grant ? grant.reasonCode : undefined;

/** The job that is to explain insights: its id, the account that pays, and the models that may do it. */
export interface WantedExplanation {
  jobId: string;
  account: ExplanationTask['account'];
  /** The first that is named and can explain is asked for. */
  models: (string | null | undefined)[];
}

/**
 * Asks catalog for a model that explains insights. Undefined when they have no findings, or no model is named that can.
 */
export async function grantExplanation(
  ask: (request: GrantModelsRequest) => Promise<GrantedModels>,
  { findings }: Pick<InsightsBody, 'findings'>,
  { jobId, account, models }: WantedExplanation,
): Promise<ExplanationGrant | undefined> {
  const model = models.find((named) => named && !named.startsWith(SCRIPTED));
  if (findings.length === 0 || !model) return undefined;
  const { organizationId, projectId, suiteId, keyId } = account;
  const context = `job:${jobId}`;
  const {
    grants: [grant],
    sealedAccess,
    refusal,
  } = await ask({ organizationId, projectId, suiteId, keyId, models: [model], broughtKeys: {}, sealedFor: context });
  if (refusal) return { reasonCode: 'BUDGET_EXHAUSTED' };
  if (!grant?.id) return { reasonCode: 'MODEL_NOT_AVAILABLE' };
  const sealed = Buffer.from(sealedAccess);
  return {
    jobId,
    model: grant.id,
    account,
    ...(sealed.length > 0 && { access: { sealed: sealed.toString('base64'), context } }),
  };
}
