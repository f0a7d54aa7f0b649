import type { Role } from '@assay/contract/access';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { insertPurge } from '@assay/kit/postgres/purge';
import { claimProject } from '../../store/projects/projects.ts';
import { closeProjects } from './close-projects.ts';

/**
 * Deletes the project: nobody sees it from then on, and the purge removes what it leaves. `role` is what the caller was
 * authorized as. False when it is not there.
 */
export async function deleteProject(
  pool: Pool,
  organizationId: string,
  projectId: string,
  role: Role,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const project = await claimProject(tx, organizationId, projectId, role);
    if (!project) return false;
    await closeProjects(tx, organizationId, [projectId]);
    await insertPurge(tx, 'project', projectId);
    await audit(tx, { target: { projectId }, before: project });
    return true;
  });
}
