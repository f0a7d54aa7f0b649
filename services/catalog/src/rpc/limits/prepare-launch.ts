import type { Launch, PrepareLaunchRequest } from '@assay/contract/gen/assay/v1/catalog';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { boundedLimits } from '../../domain/organizations/organization-settings.ts';
import { assertProjectReach } from '../../flows/access/assert-project-reach.ts';
import { toSavedServer } from '../../flows/servers/saved-server.ts';
import { findConcurrentRuns } from '../../store/organizations/organization-settings.ts';
import { listStoredServers } from '../../store/servers/servers.ts';

export const prepareLaunch =
  ({ pool, installation, ceilings, hostedModels }: Deps): RpcHandler<PrepareLaunchRequest, Launch> =>
  async ({ projectId, organizationId, serverIds }, caller) => {
    await assertProjectReach(pool, caller, { projectId, organizationId });
    const [servers, concurrentRuns] = await Promise.all([
      listStoredServers(pool, projectId, serverIds),
      findConcurrentRuns(pool, organizationId),
    ]);
    return {
      servers: servers.map((server) => toSavedServer(projectId, server)),
      maxConcurrentRuns:
        boundedLimits({ concurrentRuns }, ceilings).concurrentRuns ?? installation.limits.concurrentRuns,
      hostedModels: hostedModels.map(({ id }) => id),
    };
  };
