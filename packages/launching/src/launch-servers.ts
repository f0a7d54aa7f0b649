import type { BundleServer, ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import type { RunServer } from '@assay/contract/areas/eval-runs/run-spec';
import { faultProblem } from '@assay/contract/fault';
import { given } from '@assay/contract/given';
import { conflict } from '@assay/contract/problem';
import { requiredLabels, type ReachedServer } from './required-labels.ts';

/** The facts of a saved server that decide whether and how a launch uses it. */
export interface FoundServer extends ReachedServer {
  id: string;
  name: string;
  enabled: boolean;
}

/** The target of a launch: an environment, or servers that it names itself. */
export type SelectedServers = { environmentId: string } | { environmentId?: undefined; serverIds: string[] };

type DeclaredServer = Pick<BundleServer, 'id' | 'declaration'>;

/** The servers of a launch. */
export interface LaunchServers {
  /** The servers of the environment in their order, or the selected ones. */
  servers: RunServer[];
  /** How to connect to the servers that plugins bring, which are not saved. */
  declaredServers: DeclaredServer[];
  /** The labels that a runner needs to reach all of them. */
  runnerLabels: string[];
}

/** The ids of the servers of a bundle that are saved servers of the project. */
export const savedServerIdsOf = ({ servers }: Pick<ResolvedBundle, 'servers'>): string[] =>
  servers.filter(({ declaration }) => !declaration).map(({ id }) => id);

/**
 * The servers that a launch against a bundle uses, as catalog found the saved ones: a bundle may have the name of a
 * moment ago.
 * @throws VALIDATION_ERROR or CONFLICT for a server that does not exist or is switched off.
 */
export function launchServersOf(
  bundle: ResolvedBundle,
  selected: SelectedServers,
  found: readonly FoundServer[],
): LaunchServers {
  if (selected.environmentId === undefined) assertSelected(selected.serverIds, found);
  else assertLaunchable(savedServerIdsOf(bundle), found);
  const declaredServers = declaredServersOf(bundle);
  return { servers: namedServers(bundle, found), declaredServers, runnerLabels: labelsOf(declaredServers, found) };
}

/** @throws CONFLICT for a server of an environment or a server group that was deleted or is switched off. */
export function assertLaunchable(serverIds: readonly string[], found: readonly FoundServer[]): void {
  for (const id of serverIds) {
    const server = found.find((each) => each.id === id);
    if (!server?.enabled)
      throw unlaunchableProblem(server ? 'ENV_SERVER_DISABLED' : 'ENV_SERVER_DELETED', { serverIds: [id] });
  }
}

function assertSelected(selected: readonly string[], found: readonly FoundServer[]): void {
  selected.forEach((id, i) => {
    const server = found.find((each) => each.id === id);
    if (!server)
      throw faultProblem({ path: `/serverIds/${i}`, message: 'is not a server of this project' }, { serverId: id });
    if (!server.enabled) throw conflict(`The server "${server.name}" is switched off.`, { serverId: id });
  });
}

/** The environment or the client says which servers a launch can do without. */
function namedServers({ environment, servers, client }: ResolvedBundle, found: readonly FoundServer[]): RunServer[] {
  const { optionalServerIds } = client.config;
  const nameOf = (server: Pick<BundleServer, 'id' | 'name'>) =>
    found.find(({ id }) => id === server.id)?.name ?? server.name;
  const used: Omit<BundleServer, 'declaration'>[] = environment
    ? servers
    : found.map(({ id, name }) => ({ id, name, isOptional: false }));
  return used.map((server) => ({
    id: server.id,
    name: nameOf(server),
    ...((server.isOptional || optionalServerIds.includes(server.id)) && { isOptional: true }),
    ...given({ pluginVersionId: server.pluginVersionId }),
  }));
}

const declaredServersOf = ({ servers }: Pick<ResolvedBundle, 'servers'>): DeclaredServer[] =>
  servers.flatMap(({ id, declaration }) => (declaration ? [{ id, declaration }] : []));

function labelsOf(declared: readonly DeclaredServer[], found: readonly FoundServer[]): string[] {
  const reached: ReachedServer[] = declared.map(({ declaration }) => ({
    transport: 'command' in declaration! ? 'stdio' : 'http',
    runnerLabels: [],
  }));
  return [...new Set([...found, ...reached].flatMap(requiredLabels))].toSorted();
}
