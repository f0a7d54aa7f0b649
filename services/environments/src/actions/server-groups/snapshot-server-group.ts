import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { derivedId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { toServerGroup, type StoredServerGroup } from '../../domain/server-groups/server-group.ts';
import { admitToProject } from '../projects/admit-to-project.ts';
import { claimServerGroup, findServerGroup, insertSnapshot } from '../../store/server-groups/server-groups.ts';

/**
 * The snapshot of a server group's present revision, and whether it was made now; a snapshot is its own one. Throws
 * NOT_FOUND.
 */
export function snapshotServerGroup(
  pool: Pool,
  projectId: string,
  id: string,
): Promise<{ snapshot: StoredServerGroup; isNew: boolean }> {
  return transaction(pool, async (tx) => {
    const group = await claimServerGroup(tx, projectId, id);
    if (!group) throw notFound('server group');
    const snapshotId = derivedId('attach', `${group.id} ${group.revision}`);
    const made = group.snapshotOf === undefined ? await insertSnapshot(tx, snapshotId, group) : undefined;
    if (made) await admitToProject(tx, projectId, 'serverGroupSnapshots');
    await audit(tx, made && { target: { serverGroupId: made.id }, after: toServerGroup(made) });
    const snapshot =
      made ?? (group.snapshotOf === undefined ? await findServerGroup(tx, projectId, snapshotId) : group);
    return { snapshot: snapshot!, isNew: made !== undefined };
  });
}
