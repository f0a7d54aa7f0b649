import { DirectoryService, type GrantModelsRequest, type Launch } from '@assay/mesh/gen/assay/v1/catalog';
import type { Channel } from '@assay/kit/rpc/client';
import type { Caller } from '@assay/kit/security/caller';

/** The questions of a launch to catalog. */
interface AskedLaunch {
  projectId: string;
  serverIds: string[];
  models?: Pick<GrantModelsRequest, 'models' | 'sealedFor'>;
}

/** Asks catalog, once, for the saved servers of a launch, its models and the budgets over them. */
export const prepareLaunch = (
  catalog: Channel,
  { organizationId = '', keyId = '' }: Caller,
  { projectId, serverIds, models }: AskedLaunch,
): Promise<Launch> => {
  const account = { organizationId, projectId };
  return catalog.call(DirectoryService.prepareLaunch, {
    ...account,
    serverIds: [...new Set(serverIds)],
    models: models && { ...account, suiteId: '', keyId, broughtKeys: {}, ...models },
  });
};
