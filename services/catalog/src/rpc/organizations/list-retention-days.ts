import type { ListRetentionDaysRequest, ListRetentionDaysResponse } from '@assay/contract/gen/assay/v1/retention';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { listRunDays } from '../../store/organizations/retention.ts';

export const listRetentionDays = ({
  pool,
  retention,
}: Deps): RpcHandler<ListRetentionDaysRequest, ListRetentionDaysResponse> =>
  onlyForService('runs', async ({ organizationIds }) => ({
    organizations: await listRunDays(pool, organizationIds, retention),
  }));
