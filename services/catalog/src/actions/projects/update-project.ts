import type { Role } from '@assay/contract/access';
import type { Project, UpdateProject } from '@assay/contract/areas/projects/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { claimProject, patchProject } from '../../store/projects/projects.ts';

/**
 * Changes a project. `role` is the role that the caller was authorized with; undefined when there is no such project.
 */
export async function updateProject(
  pool: Pool,
  organizationId: string,
  projectId: string,
  role: Role,
  patch: UpdateProject,
): Promise<Project | undefined> {
  return transaction(pool, async (tx) => {
    const before = await claimProject(tx, organizationId, projectId, role);
    const after = before && (await patchProject(tx, organizationId, projectId, role, patch));
    if (after) await audit(tx, { target: { projectId }, before, after });
    return after;
  });
}
