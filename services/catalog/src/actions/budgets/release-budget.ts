import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { BudgetState } from '../../domain/budgets/budget.ts';
import { findBudget } from '../../store/budgets/budgets.ts';
import { lapseCalls } from '../../store/budgets/model-calls.ts';

/** At most this many reservations at a time. */
const BATCH = 10_000;

/** Ends the reservations of all calls under way that a budget covers; undefined when the organization has no such budget. */
export async function releaseBudget(
  pool: Pool,
  organizationId: string,
  id: string,
  at: Date | undefined,
): Promise<BudgetState | undefined> {
  return transaction(pool, async (tx) => {
    if (!(await findBudget(tx, organizationId, id, at))) return undefined;
    const releasedCalls = await lapseCalls(tx, at, BATCH, id);
    await audit(tx, { organizationId, target: { budgetId: id }, after: { releasedCalls } });
    return findBudget(tx, organizationId, id, at);
  });
}
