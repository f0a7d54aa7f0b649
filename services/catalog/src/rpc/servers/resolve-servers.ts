import type { ResolvedServers, ResolveServersRequest } from '@assay/contract/gen/assay/v1/catalog';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { assertProjectReach } from '../../flows/access/assert-project-reach.ts';
import { toSavedServer } from '../../flows/servers/saved-server.ts';
import { listStoredServers } from '../../store/servers/servers.ts';

export const resolveServers =
  ({ pool }: Deps): RpcHandler<ResolveServersRequest, ResolvedServers> =>
  async ({ projectId, serverIds, orNames, withoutCredentials = false }, caller) => {
    const [servers] = await Promise.all([
      listStoredServers(pool, projectId, serverIds, orNames),
      assertProjectReach(pool, caller, { projectId }),
    ]);
    const shown = withoutCredentials ? servers.map((server) => ({ ...server, credentials: undefined })) : servers;
    return { servers: shown.map((server) => toSavedServer(projectId, server)) };
  };
