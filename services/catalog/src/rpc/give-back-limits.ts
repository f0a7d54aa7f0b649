import type { GiveBackRequest, GiveBackResponse } from '@assay/contract/gen/assay/v1/limits';
import { only } from '@assay/kit/only';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { brakeBucket } from '../domain/brake-asks.ts';
import { countFault } from '../domain/counts.ts';
import { refuse } from '../refusals.ts';
import { giveBack } from '../store/rate-buckets.ts';

export const giveBackLimits = ({ counting, now }: Deps): Handler<GiveBackRequest, GiveBackResponse> =>
  only('gateway', async ({ buckets, brakes }) => {
    for (const { count } of [...buckets, ...brakes]) refuse(countFault({ count }));
    const ofBrakes = brakes.map(({ brake, period, organizationId, ...taken }) => ({
      bucket: brakeBucket(brake, period, organizationId),
      ...taken,
    }));
    await giveBack(counting, [...buckets, ...ofBrakes], now?.());
    return {};
  });
