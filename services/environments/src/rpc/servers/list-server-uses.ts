import type { ListServerUsesRequest, ListServerUsesResponse } from '@assay/mesh/gen/assay/v1/environments';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { listServerUses as list } from '../../store/servers/server-uses.ts';

export const listServerUses =
  ({ pool }: Deps): RpcHandler<ListServerUsesRequest, ListServerUsesResponse> =>
  async ({ projectId, serverId }) => {
    const uses = await list(pool, projectId, serverId || undefined);
    return { uses: uses.map(({ name, ...use }) => ({ ...use, name: name ?? '' })) };
  };
