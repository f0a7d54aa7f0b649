import type { GrantedModels, GrantModelsRequest } from '@assay/mesh/gen/assay/v1/catalog';
import type { ExplanationTask } from '@assay/contract/areas/analysis/explanation';

/** Scripted models explain nothing. */
const SCRIPTED = 'scripted/';
/** The time that a model gets to explain findings, in milliseconds. */
export const EXPLANATION_MS = 4 * 60_000;
/** At most this many findings are explained, the first of the list. */
const EXPLAINED = 20;

/** A work item that may ask a model for explanations, with the account that pays and the way to the model's provider. */
export type ExplanationJob = Pick<ExplanationTask, 'model' | 'account' | 'access'> & { jobId: string };

/** A job for the model that may explain findings; or the reason why none may. */
export type ExplanationGrant = ExplanationJob | { reasonCode: string };

/** The first of the models that can explain findings; undefined when none is named. */
export const explainingModel = (...named: (string | null | undefined)[]): string | undefined =>
  named.find((model) => model && !model.startsWith(SCRIPTED)) ?? undefined;

/** The question to catalog for the model of a job. */
export const explanationRequest = (
  jobId: string,
  model: string,
  { organizationId, projectId, suiteId, keyId }: ExplanationTask['account'],
): GrantModelsRequest => ({
  organizationId,
  projectId,
  suiteId,
  keyId,
  models: [model],
  broughtKeys: {},
  sealedFor: contextOf(jobId),
});

/** The grant that catalog's answer is for a job. */
export function explanationGrantOf(
  jobId: string,
  account: ExplanationTask['account'],
  { grants: [grant], sealedAccess, refusal }: GrantedModels,
): ExplanationGrant {
  if (refusal) return { reasonCode: 'BUDGET_EXHAUSTED' };
  if (!grant?.id) return { reasonCode: 'MODEL_NOT_AVAILABLE' };
  const sealed = Buffer.from(sealedAccess);
  return {
    jobId,
    model: grant.id,
    account,
    ...(sealed.length > 0 && { access: { sealed: sealed.toString('base64'), context: contextOf(jobId) } }),
  };
}

/** The task of a job. */
export const explanationTaskOf = (
  { model, account, access }: ExplanationJob,
  { summary, findings }: { summary?: string | null; findings: ExplanationTask['findings'] },
): ExplanationTask => ({
  version: 1,
  model,
  account,
  ...(access && { access }),
  facts: summary ?? '',
  findings: findings.slice(0, EXPLAINED),
});

const contextOf = (jobId: string) => `job:${jobId}`;
