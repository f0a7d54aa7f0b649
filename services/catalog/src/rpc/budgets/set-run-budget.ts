import type { SetRunBudgetRequest, SetRunBudgetResponse } from '@assay/mesh/gen/assay/v1/catalog';
import { invalid } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { assertLaunch } from '../../flows/limits/assert-launch.ts';
import { insertBudget } from '../../store/budgets/budgets.ts';

export const setRunBudget =
  ({ pool, now }: Deps): RpcHandler<SetRunBudgetRequest, SetRunBudgetResponse> =>
  async ({ organizationId, projectId, runId, limitMicros, limitTokens }, caller) => {
    assertLaunch(caller, { organizationId, projectId });
    const limit = limitMicros ?? limitTokens;
    if (limit === undefined || (limitMicros !== undefined && limitTokens !== undefined))
      throw invalid('A budget has one limit, in money or in tokens.');
    const unit = limitMicros === undefined ? 'tokens' : 'usd';
    // The run has not begun, so nothing has been spent yet.
    await insertBudget(
      pool,
      {
        id: newId('budget'),
        organizationId,
        projectId,
        scope: { kind: 'run', id: runId },
        period: 'total',
        unit,
        limit,
      },
      now?.(),
    );
    return {};
  };
