import { SuitesDeleted } from '@assay/contract/gen/assay/v1/events';
import type { Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { publish } from '@assay/kit/events/outbox';
import { deleteSuitesOfProject } from '../../store/suites/suites.ts';
import { SUITES } from '../../domain/topics.ts';

const BATCH = 500;

/** Removes some suites of a project that is gone, and names them to whoever knows them by their ids alone; answers how many. */
export async function removeSuites(tx: Tx, projectId: string): Promise<number> {
  const suiteIds = await deleteSuitesOfProject(tx, projectId, BATCH);
  if (suiteIds.length === 0) return 0;
  const value = SuitesDeleted.encode({ projectId, suiteIds, deletedAtMs: Date.now() }).finish();
  await publish(tx, {
    topic: SUITES,
    key: projectId,
    id: newId('evt'),
    type: 'assay.v1.SuitesDeleted',
    value,
  });
  return suiteIds.length;
}
