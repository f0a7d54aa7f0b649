import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { toBudget } from '../../domain/budgets/budget.ts';
import { deleteBudget } from '../../store/budgets/budgets.ts';

/** Removes a budget; false when the organization has no such budget. */
export async function removeBudget(pool: Pool, organizationId: string, id: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const budget = await deleteBudget(tx, organizationId, id);
    if (!budget) return false;
    await audit(tx, { target: { budgetId: id }, before: toBudget(budget) });
    return true;
  });
}
