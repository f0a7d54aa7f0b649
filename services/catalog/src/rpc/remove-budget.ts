import { removeBudget as operation } from '@assay/contract/operations/ledger';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { holdAdministrator } from '../organization-access.ts';
import { deleteBudget } from '../store/budgets.ts';

export const removeBudget = ({ pool }: Deps) =>
  handle(operation, async (caller, { organizationId, budgetId: id }) => {
    await holdAdministrator(pool, caller, organizationId);
    if (!(await deleteBudget(pool, organizationId, id))) throw notFound('budget');
    return { id, removed: true as const };
  });
