import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { newId } from '@assay/kit/id';
import { setBudget as set } from '../../actions/budgets/set-budget.ts';
import type { Deps } from '../../deps.ts';
import { limitFault, limitOf, toBudget } from '../../domain/budgets/budget.ts';
import { faultProblem, refuseFault } from '@assay/contract/fault';

export const setBudget = ({ pool, now }: Deps) =>
  handle(operations.setBudget, async (_caller, { organizationId }, { scope, period, limit }) => {
    refuseFault(limitFault(limit));
    const projectId = scope.kind === 'project' ? scope.id : undefined;
    const budget = await set(
      pool,
      {
        id: newId('budget'),
        organizationId,
        projectId,
        scope,
        period,
        ...limitOf(limit),
      },
      now?.(),
    );
    if (budget === 'foreign scope')
      throw faultProblem({
        path: '/scope/id',
        message: 'is not the organization of the path, nor a project, a suite or an API key of it',
      });
    return toBudget(budget);
  });
