import type { GiveBackRequest, GiveBackResponse } from '@assay/mesh/gen/assay/v1/limits';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { brakeBucket } from '../../domain/limits/brake-asks.ts';
import { countFault } from '../../domain/limits/counts.ts';
import { refuseFault } from '@assay/contract/fault';
import { giveBack } from '../../store/limits/rate-buckets.ts';

export const giveBackLimits = ({ counting, now }: Deps): RpcHandler<GiveBackRequest, GiveBackResponse> =>
  onlyForService('gateway', async ({ buckets, brakes }) => {
    for (const { count } of [...buckets, ...brakes]) refuseFault(countFault({ count }));
    const ofBrakes = brakes.map(({ brake, period, organizationId, ...taken }) => ({
      bucket: brakeBucket(brake, period, organizationId),
      ...taken,
    }));
    await giveBack(counting, [...buckets, ...ofBrakes], now?.());
    return {};
  });
