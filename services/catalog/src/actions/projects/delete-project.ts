import type { Role } from '@assay/contract/access';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { insertPurge } from '@assay/kit/postgres/purge';
import { claimProject } from '../../store/projects/projects.ts';
import { closeProjects } from './close-projects.ts';

/**
 * Deletes the project: it is hidden at once, and the purge removes its rows. `role` is the role that the caller was
 * authorized with. False when there is no such project.
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
