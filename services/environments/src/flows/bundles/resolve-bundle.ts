import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { given } from '@assay/contract/given';
import { notFound, Problem } from '@assay/contract/problem';
import { ensureDefaultClient } from '../../actions/clients/store-client.ts';
import { ensureAdhocEnvironment } from '../../actions/environments/ensure-adhoc-environment.ts';
import type { Deps } from '../../deps.ts';
import type { BundleSource, SourceClient } from '../../domain/bundles/bundle-source.ts';
import { launchableClient } from '../../domain/bundles/launchable.ts';
import { resolvedBundle } from '../../domain/bundles/resolved-bundle.ts';
import { assertPartsThere, isNothingSelected, selectedParts } from '../../domain/bundles/selected-parts.ts';
import { areUsable, namedServers, selectedServers } from '../../domain/bundles/selected-servers.ts';
import { findEnvironmentSource } from '../../store/bundles/bundle-sources.ts';
import { findBundleParts } from '../../store/plugins/bundle-parts.ts';
import { presentClient } from '../clients/present-client.ts';
import { projectSecrets } from '../secrets/project-secrets.ts';
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
  return bundleOf(deps, projectId, source);
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
  return bundleOf(deps, projectId, { client: await clientOf(deps, projectId, reference) }, withoutServers);
}

/**
 * The bundle of a client with the servers of a server group: the ad-hoc environment of both, which is made when there is
 * none. Throws CONFLICT for a server group that the project does not have.
 */
export async function resolveAdhocBundle(
  deps: Neighbours,
  projectId: string,
  { reference }: Pick<ClientTarget, 'reference'>,
  serverAttachmentId: string,
): Promise<ResolvedBundle> {
  const { id: hostId } = await clientOf(deps, projectId, reference);
  const settings = { hostId, serverAttachmentId };
  const { environment } = await ensureAdhocEnvironment(deps.pool, projectId, settings, undefined).catch(
    (error: unknown) => {
      throw isMissingGroup(error) ? unlaunchableProblem('ENV_SERVER_GROUP_MISSING', { serverAttachmentId }) : error;
    },
  );
  return resolveEnvironmentBundle(deps, projectId, environment.id);
}

const isMissingGroup = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'NOT_FOUND' && error.details?.['serverAttachmentId'] !== undefined;

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

/**
 * The source has the names of the servers already, from the copy of catalog's servers. Catalog itself is asked, beside
 * the statement for the parts, before the copy would refuse: it lacks a server that was saved a moment ago. A server that
 * was deleted a moment ago is noticed by the launch, which asks catalog for its limits anyway.
 */
async function bundleOf(
  { pool, catalog }: Neighbours,
  projectId: string,
  source: BundleSource,
  withoutServers = false,
): Promise<ResolvedBundle> {
  launchableClient(source);
  const servers = withoutServers ? [] : selectedServers(source);
  const parts = selectedParts(source);
  const { savedServers: copied = [] } = source;
  const serverIds = servers.map(({ id }) => id);
  const [saved, found, secrets] = await Promise.all([
    areUsable(servers, copied) ? copied : savedServers(catalog, projectId, serverIds),
    isNothingSelected(parts) ? { versions: [], skills: [] } : findBundleParts(pool, projectId, parts),
    parts.secretIds && projectSecrets(catalog, projectId, parts.secretIds),
  ]);
  const selected = { ...found, ...given({ secrets }) };
  assertPartsThere(parts, selected);
  return resolvedBundle(source, namedServers(servers, saved), selected);
}
