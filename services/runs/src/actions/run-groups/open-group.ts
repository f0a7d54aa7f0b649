import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { assertSameRequest } from '@assay/kit/requests/idempotency';
import { findRunGroup, insertRunGroup, type RunGroup } from '../../store/run-groups/run-groups.ts';
import { isSuiteDeleted, lockDeletions } from '../../store/eval-runs/tombstones.ts';

/**
 * Stores the suite that the runs of a group share; false when it was deleted since it was read.
 * @throws CONFLICT when the key made the group of another launch meanwhile.
 */
export async function openGroup(pool: Pool, projectId: string, group: RunGroup, begunAt: Date): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await lockDeletions(tx, projectId, 'launch');
    if (await isSuiteDeleted(tx, projectId, group.suiteId, begunAt)) return false;
    const isNew = await insertRunGroup(tx, projectId, group);
    if (!isNew) assertSameRequest((await findRunGroup(tx, projectId, group.id))!, group, { runGroupId: group.id });
    else
      await audit(tx, {
        target: { runGroupId: group.id, suiteId: group.suiteId },
        after: { suite: group.suite.name, cases: group.suite.cases.length },
      });
    return true;
  });
}
