import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { ResolvedEnvironment } from '@assay/contract/areas/environments/documents';

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
    ...(versionId !== undefined && { versionId }),
    ...(pluginVersionId !== undefined && { pluginVersionId }),
    name,
    contentHash,
  })),
  servers: servers.map(({ id, name }) => ({ serverId: id, name })),
});
