import { DirectoryService, type GrantedModels } from '@assay/contract/gen/assay/v1/catalog';
import { Problem, reasons } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';

/** The owner and the purpose of a request for models. `keys` are the caller's own, which are only stored sealed. */
export interface GrantRequest {
  projectId: string;
  organizationId: string;
  suiteId: string;
  keyId: string | undefined;
  runId: string;
  models: string[];
  keys: Record<string, string> | undefined;
}

/** Asks catalog, once, for every model of a run. */
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

/** @throws when a budget that covers the run is used up. */
export function assertBudgets({ refusal }: Pick<GrantedModels, 'refusal'>): void {
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
