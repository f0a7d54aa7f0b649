import { BundlesService } from '@assay/mesh/gen/assay/v1/environments';
import { ambiguousAt, meantClient } from '@assay/contract/areas/environments/meant-client';
import { operations } from '@assay/contract/operations';
import { callOperation } from '@assay/kit/rpc/call-operation';
import type { Deps } from '../../deps.ts';
import type { JourneySettings } from '../../domain/journeys/journey.ts';
import { findJourney } from '../../store/journeys/journeys.ts';

type Targets = Pick<JourneySettings, 'environmentIds' | 'hostIds'>;
interface Holder {
  projectId: string;
  journeyId: string;
}

/**
 * Carries out a change after which a journey uses `wanted`, too. Its targets are attached to it beforehand, so that none
 * is deleted meanwhile; afterwards the journey keeps what it uses then, whether the change succeeded or not. The change
 * gets the ids of the clients, which `wanted` may name.
 * @throws NOT_FOUND for a target that the project does not have, CONFLICT for an archived environment, VALIDATION_ERROR
 * for a name that several clients have.
 */
export async function withTargets<T>(
  deps: Pick<Deps, 'pool' | 'environments'>,
  holder: Holder,
  wanted: Targets & { serverAttachmentId?: string | null | undefined },
  change: (hostIds: string[]) => Promise<T>,
): Promise<T> {
  const { projectId, journeyId } = holder;
  const present = await findJourney(deps.pool, projectId, journeyId);
  if (wanted.serverAttachmentId)
    await callOperation(
      deps.environments,
      operations.getServerGroup,
      { projectId, serverGroupId: wanted.serverAttachmentId },
      {},
    );
  const { clients } = await attach(deps, holder, {
    environmentIds: [...new Set([...wanted.environmentIds, ...(present?.environmentIds ?? [])])],
    hostIds: [...new Set([...wanted.hostIds, ...(present?.hostIds ?? [])])],
  }).catch((error: unknown) => {
    throw ambiguousAt(error, wanted.hostIds, (at) => `/hostIds/${at}`);
  });
  const hostIds = wanted.hostIds.map((reference) => meantClient(clients, reference)!.id);
  try {
    return await change([...new Set(hostIds)]);
  } finally {
    // The change is over, as its request is told. A target too many only outlives its deletion until the next edit.
    await keepTargets(deps, holder).catch(() => undefined);
  }
}

/** Releases the targets that a journey does not use, or no longer: an archived one uses none. */
export async function keepTargets(deps: Pick<Deps, 'pool' | 'environments'>, holder: Holder): Promise<void> {
  const journey = await findJourney(deps.pool, holder.projectId, holder.journeyId);
  await attach(deps, holder, journey && !journey.isArchived ? journey : { environmentIds: [], hostIds: [] });
}

const attach = (
  { environments }: Pick<Deps, 'environments'>,
  { projectId, journeyId }: Holder,
  { environmentIds, hostIds }: Targets,
) =>
  environments.call(BundlesService.attachTargets, {
    projectId,
    holderKind: 'journey',
    holderId: journeyId,
    environmentIds,
    clients: hostIds,
  });
