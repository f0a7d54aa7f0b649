import type { PublishStudy } from '@assay/contract/areas/studies/documents';
import { createStudy, type Publication } from '../../actions/studies/create-study.ts';
import type { Deps } from '../../deps.ts';
import type { StoredStudy } from '../../domain/studies/study-record.ts';
import { listStudiesOfEnvironment } from '../../store/studies/studies.ts';
import { findEnvironment } from '../../store/environments/environments.ts';
import { resolveEnvironmentBundle } from '../bundles/resolve-bundle.ts';

/** Publishes a launchable environment, or answers its first study. Throws NOT_FOUND, or CONFLICT. */
export async function publishStudy(
  deps: Pick<Deps, 'pool' | 'catalog'>,
  publication: Publication,
  settings: PublishStudy,
): Promise<{ study: StoredStudy; isNew: boolean }> {
  const { projectId, environmentId } = publication;
  const isPublished =
    (await findEnvironment(deps.pool, projectId, environmentId)) !== undefined &&
    (await listStudiesOfEnvironment(deps.pool, environmentId)).length > 0;
  // A study that exists is answered even if its environment cannot be launched for the moment.
  if (!isPublished) await resolveEnvironmentBundle(deps, projectId, environmentId);
  return createStudy(deps.pool, publication, settings);
}
