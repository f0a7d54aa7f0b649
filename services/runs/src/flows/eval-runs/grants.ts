import { DirectoryService, type GrantedModels } from '@assay/contract/gen/assay/v1/catalog';
import { Problem, reasons } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import type { ResolveModel } from '../../domain/eval-runs/plan.ts';
import { faultProblem } from '@assay/contract/fault';

/** For whom models are asked for, and what for. `keys` are the caller's own, which nobody keeps in the clear. */
export interface GrantRequest {
  projectId: string;
  organizationId: string;
  suiteId: string;
  keyId: string | undefined;
  runId: string;
  models: string[];
  keys: Record<string, string> | undefined;
}

/** Asks catalog, once, for every model that a run takes. */
export async function grantModels(
  catalog: Channel,
  { projectId, organizationId, suiteId, keyId = '', runId, models, keys = {} }: GrantRequest,
): Promise<GrantedModels> {
  if (models.length === 0) return { grants: [], sealedAccess: Buffer.alloc(0), refusal: undefined };
  return catalog.call(DirectoryService.grantModels, {
    projectId,
    organizationId,
    suiteId,
    keyId,
    models,
    broughtKeys: keys,
    sealedFor: `run:${runId}`,
  });
}

/** What stands in a request for a model: the launch's own choice, a new suite's tests, or nothing but the suite. */
export type AskedIn = 'launch' | 'tests' | 'suite';

/** Finds models among those that were granted. */
export const resolver =
  ({ grants }: Pick<GrantedModels, 'grants'>, askedIn: AskedIn): ResolveModel =>
  (asked, { title, position }) => {
    const grant = grants.find((each) => each.asked === asked);
    if (grant?.id) return grant.id;
    const path = askedIn === 'tests' && asked !== '' ? `/tests/${position}` : '/model';
    const of = askedIn === 'launch' ? '' : `, which the case "${title}" takes,`;
    const fault =
      asked === ''
        ? `is required: the case "${title}" has a prompt and no model`
        : `"${asked}"${of} ${grant?.fault || 'is not among the models of this run'}`;
    throw faultProblem({ path, message: fault }, { model: asked, hostedModels: grant?.hostedModels ?? [] });
  };

/** @throws when a budget that covers the run is used up. */
export function checkBudgets({ refusal }: Pick<GrantedModels, 'refusal'>): void {
  if (!refusal) return;
  const { budgetId, scope, scopeId, resetsAtMs, message } = refusal;
  const retryAfter = resetsAtMs > 0 ? Math.max(1, Math.ceil((resetsAtMs - Date.now()) / 1_000)) : undefined;
  throw new Problem(
    'RATE_LIMITED',
    message,
    {
      reason: reasons.BUDGET_EXHAUSTED,
      budgetId,
      scope,
      scopeId,
      ...(resetsAtMs > 0 && { resetsAt: resetsAtMs }),
    },
    retryAfter,
  );
}
