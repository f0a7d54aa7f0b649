import type { SettleRequest, SettleResponse } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { countFault } from '../../domain/limits/counts.ts';
import { refuseFault } from '@assay/contract/fault';
import { findCall, settleCall } from '../../store/budgets/model-calls.ts';

export const settle = ({ pool, now }: Deps): RpcHandler<SettleRequest, SettleResponse> =>
  onlyForService('runner', async ({ callId, ...used }, caller) => {
    const { inputTokens, outputTokens, cachedInputTokens } = used;
    refuseFault(countFault({ inputTokens, outputTokens, cachedInputTokens }));
    const call = (await settleCall(pool, callId, caller, used, now?.())) ?? (await findCall(pool, callId, caller));
    if (!call) throw notFound('call of a model');
    return { costMicros: call.costMicros ?? undefined };
  });
