import type { Launch, PrepareLaunchRequest } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { settingsInForce } from '../../domain/organizations/organization-settings.ts';
import { assertProjectReach } from '../../flows/access/assert-project-reach.ts';
import { modelGranter } from '../../flows/model-providers/grant-models.ts';
import { toSavedServer } from '../../flows/servers/saved-server.ts';
import { findSettings } from '../../store/organizations/organization-settings.ts';
import { listStoredServers } from '../../store/servers/servers.ts';

export function prepareLaunch(deps: Deps): RpcHandler<PrepareLaunchRequest, Launch> {
  const { pool, installation, ceilings, hostedModels } = deps;
  const grantModels = modelGranter(deps);
  return async ({ projectId, organizationId, serverIds, models }, caller) => {
    await assertProjectReach(pool, caller, { projectId, organizationId });
    const [servers, settings, granted] = await Promise.all([
      listStoredServers(pool, projectId, serverIds),
      findSettings(pool, organizationId),
      models && grantModels({ ...models, projectId, organizationId }, caller),
    ]);
    if (!settings) throw notFound('organization');
    const { concurrentRuns, runMinutes, queueMinutes, repetitions } = settingsInForce(
      settings.own,
      installation,
      ceilings,
    ).limits;
    return {
      servers: servers.map((server) => toSavedServer(projectId, server)),
      maxConcurrentRuns: concurrentRuns,
      hostedModels: hostedModels.map(({ id }) => id),
      runMinutes,
      queueMinutes,
      maxRepetitions: repetitions,
      granted,
    };
  };
}
