import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { releaseBudget as release } from '../../actions/budgets/release-budget.ts';
import type { Deps } from '../../deps.ts';
import { toBudget } from '../../domain/budgets/budget.ts';

export const releaseBudget = ({ pool, now }: Deps) =>
  handle(operations.releaseBudget, async (_caller, { organizationId, budgetId }) => {
    const budget = await release(pool, organizationId, budgetId, now?.());
    if (!budget) throw notFound('budget');
    return toBudget(budget);
  });
