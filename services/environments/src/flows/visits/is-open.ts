import { FeaturesService } from '@assay/mesh/gen/assay/v1/features';
import type { Feature } from '@assay/contract/access';
import type { Deps } from '../../deps.ts';
import { asEnvironments } from '../access/as-environments.ts';
import type { VisitedStudy } from '../../domain/visits/visited-study.ts';

const FEATURE: Feature = 'userTesting';

/** Whether the organization of a study lets people visit its studies at the moment. */
export async function isOpen(
  { catalog }: Pick<Deps, 'catalog'>,
  { organizationId }: Pick<VisitedStudy, 'organizationId'>,
): Promise<boolean> {
  const { features } = await catalog.call(FeaturesService.listFeatures, { organizationId }, asEnvironments());
  return features.includes(FEATURE);
}
