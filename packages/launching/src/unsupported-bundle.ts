import { Problem, reasons } from '@assay/contract/problem';
import { refuseUnsupportedSettings } from './unsupported-settings.ts';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';

/**
 * Refuses a bundle that a launch here cannot give effect.
 * @throws FEATURE_NOT_SUPPORTED for settings of its client, or for the image of its environment: a verdict must not
 * name an image in which nothing ran.
 */
export function refuseUnsupportedBundle({
  client,
  sandboxImageId,
}: Pick<ResolvedBundle, 'client' | 'sandboxImageId'>): void {
  refuseUnsupportedSettings(client.config);
  if (sandboxImageId === undefined) return;
  throw new Problem(
    'FEATURE_NOT_SUPPORTED',
    'The environment names a sandbox image. This installation has no launcher of pods, which starting commands in the image needs: set /sandboxImageId of the environment to null.',
    { reason: reasons.SANDBOX_LAUNCHER_UNAVAILABLE, field: 'sandboxImageId', sandboxImageId },
  );
}
