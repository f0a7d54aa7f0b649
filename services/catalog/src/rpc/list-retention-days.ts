import type { ListRetentionDaysRequest, ListRetentionDaysResponse } from '@assay/contract/gen/assay/v1/retention';
import { only } from '@assay/kit/only';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { listRunDays } from '../store/retention.ts';

export const listRetentionDays = ({
  pool,
  retention,
}: Deps): Handler<ListRetentionDaysRequest, ListRetentionDaysResponse> =>
  only('runs', async ({ organizationIds }) => ({ organizations: await listRunDays(pool, organizationIds, retention) }));
