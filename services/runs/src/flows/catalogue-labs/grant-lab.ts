import { assertBudgets } from '@assay/launching/assert-budgets';
import type { Caller } from '@assay/kit/security/caller';
import { storedAccessOf } from '@assay/launching/sealed-access';
import { usableModel } from '@assay/launching/usable-model';
import type { Deps } from '../../deps.ts';
import { grantModels } from '../eval-runs/prepare-launch.ts';
import { setRunBudget } from '../eval-runs/set-run-budget.ts';

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
  const id = usableModel(granted, model, { path: '/model' });
  assertBudgets(granted, Date.now());
  if (maxCostUsd !== undefined)
    await setRunBudget(catalog, { organizationId, projectId, runId: labId }, { usd: maxCostUsd });
  return { model: id, sealedAccess: storedAccessOf(granted) };
}
