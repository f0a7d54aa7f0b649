import type { ListFeaturesRequest, ListFeaturesResponse } from '@assay/mesh/gen/assay/v1/features';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { listFeatures as list } from '../../store/organizations/organization-settings.ts';

export const listFeatures = ({ pool }: Deps): RpcHandler<ListFeaturesRequest, ListFeaturesResponse> =>
  onlyForService('environments', async ({ organizationId }) => ({ features: await list(pool, organizationId) }));
