import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeBudget as remove } from '../../actions/budgets/remove-budget.ts';
import type { Deps } from '../../deps.ts';

export const removeBudget = ({ pool }: Deps) =>
  handle(operations.removeBudget, async (_caller, { organizationId, budgetId: id }) => {
    if (!(await remove(pool, organizationId, id))) throw notFound('budget');
    return { id, removed: true as const };
  });
