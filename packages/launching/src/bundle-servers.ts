import type { RunServer } from '@assay/contract/areas/eval-runs/run-spec';
import { faultProblem } from '@assay/contract/fault';
import { conflict } from '@assay/contract/problem';
import type { BundleServer, ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { requiredLabels, type ReachedServer } from './required-labels.ts';

/** The facts of a saved server that decide whether and how a launch uses it. */
export interface FoundServer extends ReachedServer {
  id: string;
  name: string;
  enabled: boolean;
}

/** The servers of a bundle that are saved servers of the project. */
export const savedServersOf = ({ servers }: Pick<ResolvedBundle, 'servers'>): BundleServer[] =>
  servers.filter(({ declaration }) => !declaration);

/** The bundle with the servers' names of catalog: a bundle may have the name of a moment ago. */
export const withPresentNames = (bundle: ResolvedBundle, saved: readonly FoundServer[]): ResolvedBundle => ({
  ...bundle,
  servers: bundle.servers.map((server) => ({
    ...server,
    name: saved.find(({ id }) => id === server.id)?.name ?? server.name,
  })),
});

/** How to connect to the servers of a bundle that plugins bring, which are not saved. */
export const declaredServersOf = ({
  servers,
}: Pick<ResolvedBundle, 'servers'>): Pick<BundleServer, 'id' | 'declaration'>[] =>
  servers.flatMap(({ id, declaration }) => (declaration ? [{ id, declaration }] : []));

/**
 * The servers that a launch uses: those of its environment in their order, or the selected ones. The environment or the
 * client says which of them it can do without.
 */
export function launchedServersOf(
  { environment, servers, client }: ResolvedBundle,
  saved: readonly FoundServer[],
): RunServer[] {
  const { optionalServerIds } = client.config;
  const used: Pick<BundleServer, 'id' | 'name' | 'isOptional' | 'pluginVersionId'>[] = environment
    ? servers
    : saved.map(({ id, name }) => ({ id, name, isOptional: false }));
  return used.map(({ id, name, isOptional, pluginVersionId }) => ({
    id,
    name,
    ...((isOptional || optionalServerIds.includes(id)) && { isOptional: true }),
    ...(pluginVersionId !== undefined && { pluginVersionId }),
  }));
}

/** The labels that a runner needs to reach all servers of a launch. */
export const runnerLabelsOf = (bundle: Pick<ResolvedBundle, 'servers'>, saved: readonly FoundServer[]): string[] => {
  const declared = declaredServersOf(bundle).map(({ declaration }) => ({
    transport: 'command' in declaration! ? 'stdio' : 'http',
    runnerLabels: [],
  }));
  return [...new Set([...saved, ...declared].flatMap(requiredLabels))].toSorted();
};

/** The target of a launch: an environment, or servers that it names itself. */
type SelectedServers = { environmentId: string } | { environmentId?: undefined; serverIds: string[] };

/** Refuses a server of the target that does not exist or is disabled; one of an environment was there a moment ago. */
export function assertServersUsable(
  target: SelectedServers,
  bundle: Pick<ResolvedBundle, 'servers'>,
  found: readonly FoundServer[],
): void {
  if (target.environmentId === undefined) return assertServersEnabled(target.serverIds, found);
  for (const { id } of savedServersOf(bundle)) {
    const server = found.find((each) => each.id === id);
    if (!server?.enabled)
      throw unlaunchableProblem(server ? 'ENV_SERVER_DISABLED' : 'ENV_SERVER_DELETED', { serverIds: [id] });
  }
}

function assertServersEnabled(selected: string[], found: readonly FoundServer[]): void {
  selected.forEach((id, i) => {
    const server = found.find((each) => each.id === id);
    if (!server)
      throw faultProblem({ path: `/serverIds/${i}`, message: 'is not a server of this project' }, { serverId: id });
    if (!server.enabled) throw conflict(`The server "${server.name}" is switched off.`, { serverId: id });
  });
}
