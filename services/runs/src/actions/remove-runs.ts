import { transaction, type Pool, type Tx } from '@assay/kit/db';
import { once } from '@assay/kit/inbox';
import { deleteRunGroups } from '../store/run-groups.ts';
import { deleteCassettesOf } from '../store/cassettes.ts';
import { deleteRuns, listRunsToDelete, lockRuns, type RunsOwner } from '../store/runs.ts';
import { insertTombstone, lockBurials } from '../store/tombstones.ts';

/**
 * Removes every run of a deleted suite or project, and keeps launches that are under way from adding another. The work is
 * cut into short transactions, any of which may be repeated; the receipt of the event commits after the last of them.
 */
export async function removeRuns(pool: Pool, eventId: string, owner: RunsOwner): Promise<void> {
  await once(pool, eventId, async () => {
    await transaction(pool, async (tx) => {
      await lockBurials(tx, owner.projectId, 'burial');
      await insertTombstone(tx, owner.suiteId ?? owner.projectId);
      await deleteCassettesOf(tx, owner);
      await deleteRunGroups(tx, owner);
    });
    while (await transaction(pool, (tx) => removeSome(tx, owner)));
  });
}

/** False when there was none left. */
async function removeSome(tx: Tx, owner: RunsOwner): Promise<boolean> {
  const runIds = await listRunsToDelete(tx, owner);
  await lockRuns(tx, runIds);
  await deleteRuns(tx, runIds);
  return runIds.length > 0;
}
