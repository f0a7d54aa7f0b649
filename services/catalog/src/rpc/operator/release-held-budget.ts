import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { noteOperatorAct } from '@assay/kit/audit/with-audit';
import { handle } from '@assay/kit/rpc/handle';
import { MICROS_PER_USD } from '@assay/launching/spending-cap';
import { releaseBudget } from '../../actions/budgets/release-budget.ts';
import type { Deps } from '../../deps.ts';
import { findBudgetOwner } from '../../store/operator/held-budgets.ts';

export const releaseHeldBudget = ({ pool, now }: Deps) =>
  handle(operations.releaseHeldBudget, async (_caller, { budgetId }) => {
    const organizationId = await findBudgetOwner(pool, budgetId);
    const budget = organizationId && (await releaseBudget(pool, organizationId, budgetId, now?.()));
    if (!budget) throw notFound('budget');
    // The action has noted it in the log of the organization.
    await noteOperatorAct({ budgetId, owner: organizationId }, undefined);
    const { unit, reserved } = budget;
    return { budgetId, organizationId, reserved: reserved / (unit === 'usd' ? MICROS_PER_USD : 1) };
  });
