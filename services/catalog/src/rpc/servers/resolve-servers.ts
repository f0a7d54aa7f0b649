import type { ResolvedServers, ResolveServersRequest } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { reachedOrganization } from '../../flows/access/assert-project-reach.ts';
import { toSavedServer } from '../../flows/servers/saved-server.ts';
import { hasProject } from '../../store/projects/projects.ts';
import { listStoredServers } from '../../store/servers/servers.ts';

export const resolveServers =
  ({ pool }: Deps): RpcHandler<ResolveServersRequest, ResolvedServers> =>
  async ({ projectId, serverIds, orNames, withoutCredentials = false }, caller) => {
    const within = reachedOrganization(caller, { projectId });
    const servers = await listStoredServers(pool, projectId, serverIds, { orNames, within });
    if (servers.length === 0 && within !== undefined && !(await hasProject(pool, within, projectId)))
      throw notFound('project');
    const shown = withoutCredentials ? servers.map((server) => ({ ...server, credentials: undefined })) : servers;
    return { servers: shown.map((server) => toSavedServer(projectId, server)) };
  };
