import { BundlesService } from '@assay/mesh/gen/assay/v1/environments';
import { notFound } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';

/** Throws NOT_FOUND for the first id that is no environment of the project, or an archived one. */
export async function assertEnvironments(
  { environments }: Pick<Deps, 'environments'>,
  projectId: string,
  environmentIds: readonly string[],
): Promise<void> {
  if (environmentIds.length === 0) return;
  const { revisions } = await environments.call(BundlesService.currentRevisions, {
    projectId,
    environmentIds: [...environmentIds],
  });
  const missing = environmentIds.find((id) => !revisions.some(({ environmentId }) => environmentId === id));
  if (missing !== undefined) throw notFound('environment', { environmentId: missing });
}
