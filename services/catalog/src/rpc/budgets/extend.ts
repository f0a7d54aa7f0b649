import type { ExtendRequest, ExtendResponse } from '@assay/mesh/gen/assay/v1/catalog';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { extendCalls } from '../../store/budgets/model-calls.ts';

export const extend = ({ pool, now }: Deps): RpcHandler<ExtendRequest, ExtendResponse> =>
  onlyForService('runner', async ({ callIds }, caller) => {
    await extendCalls(pool, callIds, caller, now?.());
    return {};
  });
