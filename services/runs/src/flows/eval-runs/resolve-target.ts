import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { refuseUnsupportedBundle } from '@assay/launching/unsupported-bundle';
import { BundlesService } from '@assay/mesh/gen/assay/v1/environments';
import type { Channel } from '@assay/kit/rpc/client';
import { hostNotAttachedProblem, notAttachedProblem, type RunTarget } from '../../domain/run-targets/run-target.ts';

/**
 * The exact bundle of a launch's target. Throws NOT_FOUND for an unknown target, CONFLICT for one that cannot be
 * launched, FEATURE_NOT_SUPPORTED for settings that a run here cannot give effect.
 */
export async function resolveTarget(
  environments: Channel,
  projectId: string,
  target: RunTarget,
): Promise<ResolvedBundle> {
  const { bundle: written } = await environments.call(BundlesService.resolveBundle, {
    projectId,
    // The servers of a client come from the suite or the launch.
    withoutServers: target.environmentId === undefined,
    ...(target.environmentId !== undefined
      ? { environmentId: target.environmentId }
      : target.client === undefined
        ? { defaultClient: true }
        : { client: target.client }),
  });
  const bundle = JSON.parse(written.toString()) as ResolvedBundle;
  if (target.environmentId !== undefined && target.isAdhoc && bundle.environment?.name !== null)
    throw notAttachedProblem(target.environmentId, []);
  if (target.environmentId === undefined && target.attachedIds && !target.attachedIds.includes(bundle.client.id))
    throw hostNotAttachedProblem(target.client!, target.attachedIds);
  refuseUnsupportedBundle(bundle);
  return bundle;
}
