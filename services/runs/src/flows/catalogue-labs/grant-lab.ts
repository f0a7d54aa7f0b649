import { assertBudgets } from '@assay/launching/assert-budgets';
import { LedgerService } from '@assay/mesh/gen/assay/v1/catalog';
import { invalid } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import { grantModels } from '../eval-runs/grants.ts';

/** The granted model of a lab. */
export interface GrantedLab {
  /** `provider/name`. */
  model: string;
  sealedAccess: Buffer | null;
}

/**
 * Grants the model of a lab, whose calls are paid under the lab's id, and sets what they may cost at most.
 * @throws VALIDATION_ERROR for a model that cannot be used; RATE_LIMITED when a budget is used up.
 */
export async function grantLab(
  { catalog }: Pick<Deps, 'catalog'>,
  { organizationId = '', keyId }: Caller,
  {
    labId,
    projectId,
    model,
    maxCostUsd,
  }: { labId: string; projectId: string; model: string; maxCostUsd: number | undefined },
): Promise<GrantedLab> {
  const granted = await grantModels(catalog, {
    projectId,
    organizationId,
    suiteId: '',
    keyId,
    runId: labId,
    models: [model],
    keys: undefined,
  });
  const [grant] = granted.grants;
  if (!grant?.id)
    throw invalid(`/model "${model}" ${grant?.fault ?? 'cannot be used'}.`, {
      model,
      hostedModels: grant?.hostedModels ?? [],
    });
  assertBudgets(granted, Date.now());
  if (maxCostUsd !== undefined)
    await catalog.call(LedgerService.setRunBudget, {
      organizationId,
      projectId,
      runId: labId,
      limitTokens: undefined,
      limitMicros: Math.max(1, Math.round(maxCostUsd * 1e6)),
    });
  return {
    model: grant.id,
    sealedAccess: granted.sealedAccess.length > 0 ? Buffer.from(granted.sealedAccess) : null,
  };
}
