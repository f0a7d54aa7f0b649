import type { AccessEpoch, WatchRequest } from '@assay/mesh/gen/assay/v1/access';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { findAccessVersion } from '../../store/access/access-version.ts';

/** The longest wait, in milliseconds. */
const MAX_WAIT_MS = 20_000;

export const watch = ({ counting, access }: Deps): RpcHandler<WatchRequest, AccessEpoch> =>
  onlyForService('gateway', async ({ epoch, waitMs }) => {
    const { wakes } = access;
    const seen = await findAccessVersion(counting);
    // Without a notification it is not read again: the gateway trusts an answer from the moment of its request.
    if (seen !== epoch || !(await access.wokenSince(wakes, Math.min(waitMs, MAX_WAIT_MS)))) return { epoch: seen };
    return { epoch: await findAccessVersion(counting) };
  });
