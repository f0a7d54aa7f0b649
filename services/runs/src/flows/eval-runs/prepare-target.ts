import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import type { Deps } from '../../deps.ts';
import type { LaunchAnswers, Launcher, RunLimits } from '../../domain/eval-runs/planned-run.ts';
import { savedServersOf, withPresentNames } from '@assay/launching/bundle-servers';
import type { RunTarget } from '../../domain/run-targets/run-target.ts';
import { resolveTarget } from './resolve-target.ts';

/** A resolved target with its saved servers, and the limits of the organization. */
export type PreparedTarget = Pick<LaunchAnswers, 'bundle' | 'servers' | 'maxConcurrentRuns'> & RunLimits;

/** Resolves the target of a launch, and asks catalog for its saved servers. Throws as `resolveTarget`. */
export async function prepareTarget(
  { catalog, environments }: Pick<Deps, 'catalog' | 'environments'>,
  { projectId, organizationId }: Pick<Launcher, 'projectId' | 'organizationId'>,
  target: RunTarget,
): Promise<PreparedTarget> {
  const prepare = (serverIds: string[]) =>
    catalog.call(DirectoryService.prepareLaunch, { projectId, organizationId, serverIds });
  const resolving = resolveTarget(environments, projectId, target);
  if (target.environmentId === undefined) {
    const [bundle, prepared] = await Promise.all([resolving, prepare(target.serverIds)]);
    return { bundle, ...limitsOf(prepared) };
  }
  const bundle = await resolving;
  const prepared = await prepare(savedServersOf(bundle).map(({ id }) => id));
  return { bundle: withPresentNames(bundle, prepared.servers), ...limitsOf(prepared) };
}

const limitsOf = ({
  servers,
  maxConcurrentRuns,
  runMinutes,
  queueMinutes,
  maxRepetitions,
}: Omit<PreparedTarget, 'bundle'>): Omit<PreparedTarget, 'bundle'> => ({
  servers,
  maxConcurrentRuns,
  runMinutes,
  queueMinutes,
  maxRepetitions,
});
