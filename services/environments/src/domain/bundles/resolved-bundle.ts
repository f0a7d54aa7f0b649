import type { BundleServer, ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { BundleSource } from './bundle-source.ts';
import { effectiveModel, launchableClient } from './launchable.ts';

/** The bundle of an environment or a client with these servers. Throws CONFLICT when it cannot be launched. */
export function resolvedBundle(source: BundleSource, servers: BundleServer[]): ResolvedBundle {
  const { environment } = source;
  const client = launchableClient(source);
  const { modelId, sandboxImageId } = environment?.body ?? {};
  return {
    environment: environment ? { id: environment.id, name: environment.name, revision: environment.revision } : null,
    client,
    ...(modelId !== undefined && { modelId }),
    ...effectiveModel(source, client),
    ...(environment?.serverGroupId !== undefined && { serverAttachmentId: environment.serverGroupId }),
    ...(sandboxImageId !== undefined && { sandboxImageId }),
    selectedServerIds: servers.map(({ id }) => id),
    servers,
    pluginVersions: [],
    skills: [],
  };
}
