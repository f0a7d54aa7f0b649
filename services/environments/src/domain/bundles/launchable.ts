import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { reasons } from '@assay/contract/problem';
import type { BundleSource, SourceClient } from './bundle-source.ts';

/** The client of a bundle whose environment can be launched as far as its own rows tell; throws CONFLICT otherwise. */
export function launchableClient({ environment, client }: BundleSource): SourceClient {
  if (environment?.isArchived) throw unlaunchableProblem('ENV_ARCHIVED');
  if (!client) throw unlaunchableProblem('ENV_CLIENT_MISSING');
  if (environment?.serverGroupId !== undefined && !environment.groupServerIds)
    throw unlaunchableProblem('ENV_SERVER_GROUP_MISSING', { serverAttachmentId: environment.serverGroupId });
  if (environment?.hasImage === false)
    throw unlaunchableProblem('ENV_IMAGE_MISSING', { sandboxImageId: environment.body.sandboxImageId });
  return client;
}

/** The model of a bundle and where it comes from: the environment's own, or else the client's. */
export function effectiveModel(
  { environment }: BundleSource,
  { config }: SourceClient,
): { effectiveModelId: string; modelSource: 'environment' | 'host' } {
  const own = environment?.body.modelId;
  const effectiveModelId = own ?? config.modelId;
  if (effectiveModelId.trim() === '')
    throw unlaunchableProblem('ENV_MODEL_REQUIRED', { reason: reasons.environment_model_required });
  return { effectiveModelId, modelSource: own === undefined ? 'host' : 'environment' };
}
