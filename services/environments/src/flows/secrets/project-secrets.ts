import type { EnvironmentSettings } from '@assay/contract/areas/environments/documents';
import { SecretsService } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import type { NamedSecret } from '../../domain/bundles/selected-parts.ts';

/** The project's secrets with these ids, without values; unknown ones are left out. */
export async function projectSecrets(
  catalog: Channel,
  projectId: string,
  secretIds: readonly string[],
): Promise<NamedSecret[]> {
  return (await catalog.call(SecretsService.findSecrets, { projectId, secretIds: [...secretIds] })).secrets;
}

/** Throws NOT_FOUND for a secret that settings select and the project does not have. */
export async function assertSelectedSecrets(
  catalog: Channel,
  projectId: string,
  { secretSelection }: { secretSelection?: EnvironmentSettings['secretSelection'] | null },
): Promise<void> {
  if (!secretSelection) return;
  const known = await projectSecrets(catalog, projectId, secretSelection.secretIds);
  const secretId = secretSelection.secretIds.find((id) => !known.some((secret) => secret.id === id));
  if (secretId !== undefined) throw notFound('secret', { secretId });
}
