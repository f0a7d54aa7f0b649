import type { Launch, PrepareLaunchRequest } from '@assay/contract/gen/assay/v1/catalog';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { capped } from '../domain/organization-settings.ts';
import { reachProject } from '../reach-project.ts';
import { toSavedServer } from '../saved-server.ts';
import { findConcurrentRuns } from '../store/organization-settings.ts';
import { listStoredServers } from '../store/servers.ts';

export const prepareLaunch =
  ({ pool, installation, ceilings, hostedModels }: Deps): Handler<PrepareLaunchRequest, Launch> =>
  async ({ projectId, organizationId, serverIds }, caller) => {
    await reachProject(pool, caller, { projectId, organizationId });
    const [servers, concurrentRuns] = await Promise.all([
      listStoredServers(pool, projectId, serverIds),
      findConcurrentRuns(pool, organizationId),
    ]);
    return {
      servers: servers.map((server) => toSavedServer(projectId, server)),
      maxConcurrentRuns: capped({ concurrentRuns }, ceilings).concurrentRuns ?? installation.limits.concurrentRuns,
      hostedModels: hostedModels.map(({ id }) => id),
    };
  };
