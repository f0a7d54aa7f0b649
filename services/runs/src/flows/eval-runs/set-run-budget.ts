import { LedgerService, type SetRunBudgetRequest } from '@assay/mesh/gen/assay/v1/catalog';
import type { Channel } from '@assay/kit/rpc/client';
import { cappedLimits, type SpendingCap } from '@assay/launching/spending-cap';

/** Caps what the models of a run or a lab may cost, before it begins. */
export async function setRunBudget(
  catalog: Channel,
  run: Pick<SetRunBudgetRequest, 'organizationId' | 'projectId' | 'runId'>,
  cap: SpendingCap,
): Promise<void> {
  await catalog.call(LedgerService.setRunBudget, { ...run, ...cappedLimits(cap) });
}
