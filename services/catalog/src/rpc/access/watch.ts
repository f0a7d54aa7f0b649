import type { AccessEpoch, WatchRequest } from '@assay/contract/gen/assay/v1/access';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { findAccessVersion } from '../../store/access/access-version.ts';

/** The longest wait, in milliseconds. */
const MAX_WAIT_MS = 20_000;

export const watch = ({ counting, access }: Deps): RpcHandler<WatchRequest, AccessEpoch> =>
  onlyForService('gateway', async ({ epoch, waitMs }) => {
    let seen: number | undefined;
    await access.waitFor(Math.min(waitMs, MAX_WAIT_MS), async () => {
      seen = await findAccessVersion(counting);
      return seen === epoch ? undefined : seen;
    });
    // A stopping process skips the check in `waitFor`.
    return { epoch: seen ?? (await findAccessVersion(counting)) };
  });
