import { ProjectDeleted } from '@assay/contract/gen/assay/v1/events';
import { transaction, type Pool } from '@assay/kit/db';
import { newId } from '@assay/kit/id';
import { publish } from '@assay/kit/outbox';
import { deleteProject as remove } from '../store/projects.ts';
import { ACCESS } from '../topics.ts';

/** Deletes the project with its servers and tells the other rooms, who own the rest of it. False when it is not there. */
export async function deleteProject(pool: Pool, organizationId: string, projectId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await remove(tx, organizationId, projectId))) return false;
    const value = ProjectDeleted.encode({ projectId, organizationId, deletedAtMs: Date.now() }).finish();
    await publish(tx, { topic: ACCESS, key: projectId, id: newId('evt'), type: 'assay.v1.ProjectDeleted', value });
    return true;
  });
}
