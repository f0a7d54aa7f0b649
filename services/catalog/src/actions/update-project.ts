import type { Role } from '@assay/contract/access';
import type { Project, UpdateProject } from '@assay/contract/documents/project';
import { audit } from '@assay/kit/audit';
import { transaction, type Pool } from '@assay/kit/db';
import { claimProject, patchProject } from '../store/projects.ts';

/** Changes a project. `role` is what the caller was authorized as; undefined when the project is not there. */
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
