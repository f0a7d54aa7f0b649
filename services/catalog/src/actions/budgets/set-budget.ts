import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { toBudget, type BudgetState, type NewBudget } from '../../domain/budgets/budget.ts';
import { hasKey } from '../../store/api-keys/api-keys.ts';
import { countSpending, insertBudget, replaceLimit } from '../../store/budgets/budgets.ts';
import { hasForeignSuite } from '../../store/budgets/suite-projects.ts';
import { shareProject } from '../../store/projects/projects.ts';

/**
 * Sets a budget; a new budget starts with the spending that the ledger has already. Answers `foreign scope` when the
 * scope is not part of the organization.
 */
export async function setBudget(
  pool: Pool,
  budget: NewBudget,
  at: Date | undefined,
): Promise<BudgetState | 'foreign scope'> {
  return transaction(pool, async (tx) => {
    if (!(await isOwn(tx, budget))) return 'foreign scope';
    const changed = await replaceLimit(tx, budget, at);
    const after = changed?.after ?? (await insertBudget(tx, budget, at, await countSpending(tx, budget, at)));
    await audit(tx, {
      target: { budgetId: after.id },
      before: changed && toBudget(changed.before),
      after: toBudget(after),
    });
    return after;
  });
}

/**
 * True when the scope belongs to the organization. Other services own suites and runs: of suites their events tell the
 * organization, and the ids of runs are not checked. A budget of a suite or run that does not exist covers nothing.
 */
async function isOwn(tx: Tx, { organizationId, scope: { kind, id } }: NewBudget): Promise<boolean> {
  if (kind === 'organization') return id === organizationId;
  if (kind === 'project') return shareProject(tx, organizationId, id);
  if (kind === 'suite') return !(await hasForeignSuite(tx, organizationId, id));
  return kind !== 'key' || hasKey(tx, organizationId, id);
}
