import type { Launch, PrepareLaunchRequest } from '@assay/contract/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { toSavedServer } from '../saved-server.ts';
import { hasProject } from '../store/projects.ts';
import { listStoredServers } from '../store/servers.ts';

export const prepareLaunch = ({ pool, maxConcurrentRuns, hostedModels }: Deps): Handler<PrepareLaunchRequest, Launch> =>
  async ({ projectId, organizationId, serverIds }) => {
    if (!(await hasProject(pool, organizationId, projectId))) throw notFound('project');
    const servers = await listStoredServers(pool, projectId, serverIds);
    return {
      servers: servers.map((server) => toSavedServer(projectId, server)),
      maxConcurrentRuns, hostedModels: hostedModels.map(({ id }) => id),
    };
  };
