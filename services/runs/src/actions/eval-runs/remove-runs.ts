import { RunsDeleted } from '@assay/mesh/events';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { deleteBadge } from '../../store/badges/badges.ts';
import { deleteCassettesOf } from '../../store/cassettes/cassettes.ts';
import { deleteRuns, listRunsToDelete } from '../../store/eval-runs/removed-runs.ts';
import { deleteRunGroups } from '../../store/run-groups/run-groups.ts';
import { lockRuns, type RunsOwner } from '../../store/eval-runs/runs.ts';
import { insertTombstone, isSuiteDeleted, lockDeletions } from '../../store/eval-runs/tombstones.ts';

/**
 * Hides the runs of a deleted suite from readers, and stops launches that are under way from adding another. Does
 * nothing when that was done since `deletedAt`: the suite may have come back meanwhile.
 */
export async function hideRunsOfSuite(pool: Pool, suite: Required<RunsOwner>, deletedAt?: Date): Promise<void> {
  const { projectId, suiteId } = suite;
  await transaction(pool, async (tx) => {
    await lockDeletions(tx, projectId, 'deletion');
    if (deletedAt && (await isSuiteDeleted(tx, projectId, suiteId, deletedAt))) return;
    await insertTombstone(tx, suiteId);
    await deleteBadge(tx, suite);
    await deleteCassettesOf(tx, suite);
    await deleteRunGroups(tx, suite);
  });
}

/** Removes the hidden runs of a deleted suite. The work is cut into short transactions, each of which may be repeated. */
export async function removeRunsOfSuite(pool: Pool, suite: Required<RunsOwner>): Promise<void> {
  while (await transaction(pool, (tx) => removeSomeRuns(tx, suite)));
}

/** Removes a few runs, or a part of a large one; 0 when there was none left. */
export async function removeSomeRuns(tx: Tx, owner: RunsOwner): Promise<number> {
  const runIds = await listRunsToDelete(tx, owner);
  await lockRuns(tx, runIds);
  await deleteSomeRuns(tx, runIds);
  return runIds.length;
}

/**
 * Deletes locked runs of one organization, or a part of their rows. When all rows are gone it publishes the ids for
 * services that refer to the runs.
 */
export async function deleteSomeRuns(tx: Tx, runIds: string[]): Promise<void> {
  const organizationId = await deleteRuns(tx, runIds);
  if (organizationId === undefined) return;
  await publish(tx, RunsDeleted, { organizationId, runIds, deletedAtMs: Date.now() });
}
