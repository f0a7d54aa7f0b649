import type { BundleServer, ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { notFound } from '@assay/contract/problem';
import { ensureDefaultClient } from '../../actions/clients/store-client.ts';
import type { Deps } from '../../deps.ts';
import type { BundleSource, SourceClient } from '../../domain/bundles/bundle-source.ts';
import { launchableClient } from '../../domain/bundles/launchable.ts';
import { resolvedBundle } from '../../domain/bundles/resolved-bundle.ts';
import { namedServers, selectedServers } from '../../domain/bundles/selected-servers.ts';
import { findEnvironmentSource } from '../../store/bundles/bundle-sources.ts';
import { presentClient } from '../clients/present-client.ts';
import { savedServers } from '../servers/saved-servers.ts';

type Neighbours = Pick<Deps, 'pool' | 'catalog'>;

/** The bundle of an environment. Throws NOT_FOUND, or CONFLICT with an ENV_* code when it cannot be launched. */
export async function resolveEnvironmentBundle(
  deps: Neighbours,
  projectId: string,
  environmentId: string,
): Promise<ResolvedBundle> {
  const source = await findEnvironmentSource(deps.pool, projectId, environmentId);
  if (!source) throw notFound('environment', { environmentId });
  const servers = await bundleServers(deps, projectId, source);
  if (servers.length === 0) throw unlaunchableProblem('ENV_NO_SERVERS');
  return resolvedBundle(source, servers);
}

/** A client by its id or name, or the default client of the project. */
export interface ClientTarget {
  reference?: string;
  /** The launch brings its own servers. */
  withoutServers: boolean;
}

/** The bundle of a client without an environment, whose servers may be none. */
export async function resolveClientBundle(
  deps: Neighbours,
  projectId: string,
  { reference, withoutServers }: ClientTarget,
): Promise<ResolvedBundle> {
  const source = { client: await clientOf(deps, projectId, reference) };
  return resolvedBundle(source, withoutServers ? [] : await bundleServers(deps, projectId, source));
}

async function clientOf({ pool }: Neighbours, projectId: string, reference: string | undefined): Promise<SourceClient> {
  const { id, name, version } =
    reference === undefined
      ? await ensureDefaultClient(pool, projectId)
      : await presentClient(pool, projectId, reference);
  return {
    id,
    name,
    configId: version.configId,
    versionId: version.id,
    versionNumber: version.number,
    config: version.config,
  };
}

async function bundleServers(
  { catalog }: Neighbours,
  projectId: string,
  source: BundleSource,
): Promise<BundleServer[]> {
  launchableClient(source);
  const selected = selectedServers(source);
  const ids = selected.map(({ id }) => id);
  return namedServers(selected, await savedServers(catalog, projectId, ids));
}
