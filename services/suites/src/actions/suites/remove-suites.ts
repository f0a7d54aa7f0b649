import { SuitesDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { deleteSuitesOfProject } from '../../store/suites/suites.ts';

const BATCH = 500;

/**
 * Deletes a batch of suites of a deleted project, and publishes their ids to services that know no projects; returns
 * their number.
 */
export async function removeSuites(tx: Tx, projectId: string): Promise<number> {
  const suiteIds = await deleteSuitesOfProject(tx, projectId, BATCH);
  if (suiteIds.length === 0) return 0;
  await publish(tx, SuitesDeleted, { projectId, suiteIds, deletedAtMs: Date.now() });
  return suiteIds.length;
}
