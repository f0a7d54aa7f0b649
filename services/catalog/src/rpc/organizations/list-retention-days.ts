import type { ListRetentionDaysRequest, ListRetentionDaysResponse } from '@assay/mesh/gen/assay/v1/retention';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { listRetentionDays as list } from '../../store/organizations/retention.ts';

export const listRetentionDays = ({
  pool,
  retention,
}: Deps): RpcHandler<ListRetentionDaysRequest, ListRetentionDaysResponse> =>
  onlyForService(['runs', 'environments', 'swarms'], async ({ organizationIds }) => ({
    organizations: await list(pool, organizationIds, retention),
  }));
