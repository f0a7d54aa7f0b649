import type { JourneyDraftsTask } from '@assay/contract/areas/journeys/drafting-work';
import { faultProblem } from '@assay/contract/fault';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { callOperation } from '@assay/kit/rpc/call-operation';
import type { Caller } from '@assay/kit/security/caller';
import type { NamedGrounds } from '../../actions/generations/request-generation.ts';
import { assertLaunchable } from '@assay/launching/launch-servers';
import { requiredLabels } from '@assay/launching/required-labels';
import type { Deps } from '../../deps.ts';
import { prepareLaunch } from '../journey-runs/prepare-launch.ts';
import { resolveEnvironment } from '../journey-runs/resolve-targets.ts';

/** The servers that drafts are made from, and the labels that a runner needs to reach all of them. */
export interface Grounding {
  spec: JourneyDraftsTask['spec'];
  labels: string[];
}

/**
 * The servers of an environment as its client reaches them, or of a server group.
 * @throws VALIDATION_ERROR unless the request names exactly one of the two; NOT_FOUND for one that the project does not
 * have; CONFLICT for an environment that cannot be launched, or a server that is gone or switched off.
 */
export async function groundingOf(
  deps: Pick<Deps, 'catalog' | 'environments'>,
  caller: Caller,
  projectId: string,
  { environmentId, serverAttachmentId }: NamedGrounds,
): Promise<Grounding> {
  if (environmentId !== undefined && serverAttachmentId !== undefined)
    throw faultProblem({ path: '/environmentId', message: 'cannot be combined with serverAttachmentId' });
  if (environmentId !== undefined) {
    const { session, runnerLabels } = await resolveEnvironment(deps, caller, projectId, environmentId);
    const { servers, declaredServers, clientConfig } = session;
    return { spec: { servers, declaredServers, ...given({ clientConfig }) }, labels: runnerLabels };
  }
  if (serverAttachmentId !== undefined) return ofServerGroup(deps, caller, projectId, serverAttachmentId);
  throw faultProblem({
    path: '/environmentId',
    message: 'is missing: name an environment, or a server group in serverAttachmentId',
  });
}

async function ofServerGroup(
  { catalog, environments }: Pick<Deps, 'catalog' | 'environments'>,
  caller: Caller,
  projectId: string,
  serverGroupId: string,
): Promise<Grounding> {
  const { serverIds } = await callOperation(environments, operations.getServerGroup, { projectId, serverGroupId }, {});
  const { servers } = await prepareLaunch(catalog, caller, { projectId, serverIds });
  assertLaunchable(serverIds, servers);
  return {
    spec: { servers: servers.map(({ id, name }) => ({ id, name })), declaredServers: [] },
    labels: [...new Set(servers.flatMap(requiredLabels))].toSorted(),
  };
}
