import type { SumEarlierAttemptsRequest, SumEarlierAttemptsResponse } from '@assay/mesh/gen/assay/v1/catalog';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { sumEarlierAttempts as sum } from '../../store/budgets/model-calls.ts';

export const sumEarlierAttempts = ({ pool }: Deps): RpcHandler<SumEarlierAttemptsRequest, SumEarlierAttemptsResponse> =>
  onlyForService(['runs', 'swarms'], async (request) => {
    const { costMicros, ...usage } = await sum(pool, request);
    return { ...usage, costMicros: costMicros ?? undefined };
  });
