import type { SessionSpec } from '@assay/contract/areas/chat-sessions/turn-work';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { given } from '@assay/contract/given';
import { refuseUnsupportedBundle } from '@assay/launching/unsupported-bundle';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { BundlesService, type ResolveBundleRequest } from '@assay/mesh/gen/assay/v1/environments';
import { invalid, reasons } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import { launchServersOf, savedServerIdsOf } from '@assay/launching/launch-servers';
import type { Deps } from '../../deps.ts';
import type { RunTarget } from '../../domain/journey-runs/run-spec.ts';
import type { StoredJourney } from '../../domain/journeys/journey.ts';
import { findSwarm } from '../../store/swarms/swarms.ts';
import { prepareLaunch } from './prepare-launch.ts';

/** A target with the assistant's side of its sessions, whose model is not granted yet. */
export type ResolvedTarget = Omit<RunTarget, 'modelId'> & { session: SessionSpec };

type Target = Pick<ResolveBundleRequest, 'environmentId' | 'client' | 'defaultClient' | 'serverAttachmentId'>;

/**
 * Resolves the targets of a launch at one moment each: the given environments, or the journey's, or its swarm's, or its
 * clients.
 * @throws VALIDATION_ERROR when there are none; the Problem of the first that cannot be launched.
 */
export async function resolveTargets(
  deps: Pick<Deps, 'pool' | 'environments'>,
  journey: StoredJourney,
  environmentIds: readonly string[] | undefined,
): Promise<ResolvedBundle[]> {
  const wanted = await wantedTargets(deps, journey, environmentIds);
  return Promise.all(wanted.map((target) => bundleOf(deps, journey.projectId, target)));
}

/** Resolves an environment as a launch of now would. @throws the Problem of one that cannot be launched. */
export async function resolveEnvironment(
  deps: Pick<Deps, 'catalog' | 'environments'>,
  caller: Caller,
  projectId: string,
  environmentId: string,
): Promise<ResolvedTarget> {
  const bundle = await bundleOf(deps, projectId, { environmentId });
  const { servers } = await prepareLaunch(deps.catalog, caller, { projectId, serverIds: savedServerIdsOf(bundle) });
  return targetOf(bundle, servers);
}

async function wantedTargets(
  deps: Pick<Deps, 'pool' | 'environments'>,
  { projectId, swarmId, hostIds, serverAttachmentId, ...journey }: StoredJourney,
  given: readonly string[] | undefined,
): Promise<Target[]> {
  const ofSwarm = async () =>
    swarmId === null ? [] : ((await findSwarm(deps.pool, projectId, swarmId))?.environmentIds ?? []);
  const own = given ?? journey.environmentIds;
  const hasClients = hostIds.length > 0 || serverAttachmentId !== null;
  const environmentIds = own.length > 0 || hasClients ? own : await ofSwarm();
  if (environmentIds.length > 0) return [...new Set(environmentIds)].map((environmentId) => ({ environmentId }));
  if (!hasClients)
    throw invalid(
      'The journey has no target to talk to: set /environmentIds or /hostIds of the journey, or /environmentIds of its swarm or of the launch.',
      { reason: reasons.HOST_TARGET_REQUIRED },
    );
  const clients: Target[] = hostIds.length > 0 ? hostIds.map((client) => ({ client })) : [{ defaultClient: true }];
  // A client with a server group is the ad-hoc environment of both.
  return serverAttachmentId === null ? clients : clients.map((client) => ({ ...client, serverAttachmentId }));
}

async function bundleOf(
  { environments }: Pick<Deps, 'environments'>,
  projectId: string,
  target: Target,
): Promise<ResolvedBundle> {
  const { bundle: written } = await environments.call(BundlesService.resolveBundle, {
    projectId,
    withoutServers: false,
    ...target,
  });
  const bundle = JSON.parse(written.toString()) as ResolvedBundle;
  refuseUnsupportedBundle(bundle);
  return bundle;
}

/** A bundle as the target of sessions. @throws the Problem of a server that cannot be used. */
export function targetOf(bundle: ResolvedBundle, found: SavedServer[]): ResolvedTarget {
  const serverIds = savedServerIdsOf(bundle);
  const { client, environment, effectiveModelId, skills } = bundle;
  const { servers, declaredServers, runnerLabels } = launchServersOf(
    bundle,
    environment ? { environmentId: environment.id } : { serverIds },
    found.filter(({ id }) => serverIds.includes(id)),
  );
  const { config } = client;
  return {
    targetId: environment?.id ?? client.id,
    hostId: client.id,
    hostName: client.name,
    environment,
    session: {
      model: effectiveModelId,
      servers,
      declaredServers,
      clientConfig: config,
      skills,
      ...(config.systemPrompt !== '' && { systemPrompt: config.systemPrompt }),
      ...given({ temperature: config.temperature }),
      // A persona is asked for no approvals.
      approval: 'auto',
    },
    runnerLabels,
  };
}
