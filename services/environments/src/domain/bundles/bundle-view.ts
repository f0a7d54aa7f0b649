import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { ResolvedEnvironment } from '@assay/contract/areas/environments/documents';
import { given } from '@assay/contract/given';

/** The bundle of an environment as the API shows it: without the settings of the client and the texts of the skills. */
export const toResolvedEnvironment = ({
  client,
  environment,
  servers,
  skills,
  ...bundle
}: ResolvedBundle): ResolvedEnvironment => ({
  environment: environment!,
  hostId: client.id,
  hostName: client.name,
  hostConfigId: client.configId,
  ...bundle,
  effectiveServerIds: servers.map(({ id }) => id),
  skills: skills.map(({ skillId, versionId, pluginVersionId, name, contentHash }) => ({
    skillId,
    ...given({ versionId, pluginVersionId }),
    name,
    contentHash,
  })),
  servers: servers.map(({ id, name }) => ({ serverId: id, name })),
});
