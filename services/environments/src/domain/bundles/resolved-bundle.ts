import type { BundleServer, ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { given } from '@assay/contract/given';
import { normalName } from '@assay/contract/normal-name';
import type { BundleSource } from './bundle-source.ts';
import { effectiveModel, launchableClient } from './launchable.ts';
import { pluginServers, toBundlePlugin, type FoundParts } from './selected-parts.ts';

/**
 * The bundle of an environment or a client with its selected servers, plugin versions and skills. Throws CONFLICT when
 * it cannot be launched.
 */
export function resolvedBundle(source: BundleSource, selected: BundleServer[], parts: FoundParts): ResolvedBundle {
  const { environment } = source;
  const client = launchableClient(source);
  const { modelId, sandboxImageId } = environment?.body ?? {};
  const servers = [...selected, ...pluginServers(parts, client.config)];
  if (environment && servers.length === 0) throw unlaunchableProblem('ENV_NO_SERVERS');
  assertNamesDiffer(servers);
  return {
    environment: environment ? { id: environment.id, name: environment.name, revision: environment.revision } : null,
    client,
    ...given({ modelId }),
    ...effectiveModel(source, client),
    ...(environment?.serverGroupId !== undefined && { serverAttachmentId: environment.serverGroupId }),
    ...given({ sandboxImageId }),
    selectedServerIds: selected.map(({ id }) => id),
    servers,
    pluginVersions: parts.versions.map(toBundlePlugin),
    skills: [...parts.skills],
  };
}

/** A step names its server, so the servers of a launch have different names. */
function assertNamesDiffer(servers: readonly BundleServer[]): void {
  const byName = Map.groupBy(servers, ({ name }) => normalName(name));
  const same = [...byName.values()].find(({ length }) => length > 1);
  if (same) throw unlaunchableProblem('ENV_SERVER_NAME_REPEATED', { serverIds: same.map(({ id }) => id) });
}
