import type { ReserveRequest, ReserveResponse } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { refusalOf } from '../../domain/budgets/budget.ts';
import { countFault } from '../../domain/limits/counts.ts';
import { pricesOf } from '../../domain/model-providers/hosted-models.ts';
import { refuseFault } from '@assay/contract/fault';
import { budgetRefusals } from './metrics.ts';
import { findCall, reserveCall } from '../../store/budgets/model-calls.ts';

export function reserve({ pool, hostedModels, now }: Deps): RpcHandler<ReserveRequest, ReserveResponse> {
  const prices = pricesOf(hostedModels);
  return onlyForService('runner', async ({ callId, ...call }, { organizationId, projectId, tokenId }) => {
    // A runner outside of the installation works only for the organization of its token.
    if (
      (organizationId ?? call.organizationId) !== call.organizationId ||
      (projectId ?? call.projectId) !== call.projectId
    )
      throw notFound('project');
    const { inputTokens, outputTokens } = call;
    refuseFault(countFault({ inputTokens, outputTokens }));
    const price = prices.get(call.model);
    const refusing = await reserveCall(pool, { ...call, id: callId, pricing: price, tokenId }, now?.());
    if (refusing === 'no project') throw notFound('project');
    // A repeated reservation stays accepted, however full its budgets are by now.
    if (!refusing || (await findCall(pool, callId, { ...call, tokenId }))) return {};
    const refusal = refusalOf(refusing, price ? undefined : call.model);
    budgetRefusals.add(1, { scope: refusal.scope, state: refusal.underWay ? 'full' : 'used up' });
    return { refusal };
  });
}
