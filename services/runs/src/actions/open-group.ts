import { transaction, type Pool } from '@assay/kit/db';
import { insertRunGroup, type RunGroup } from '../store/run-groups.ts';
import { isBuried, lockBurials } from '../store/tombstones.ts';

/** Keeps the suite that the runs of a group share; false when it was deleted since it began to be read. */
export async function openGroup(pool: Pool, projectId: string, group: RunGroup, begunAt: Date): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await lockBurials(tx, projectId, 'launch');
    if (await isBuried(tx, projectId, group.suiteId, begunAt)) return false;
    await insertRunGroup(tx, projectId, group);
    return true;
  });
}
