import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { deleteProject as remove } from '../../actions/projects/delete-project.ts';
import type { Deps } from '../../deps.ts';

export const deleteProject = ({ pool }: Deps) =>
  handle(operations.deleteProject, async ({ organizationId, role }, { projectId }) => {
    if (!(await remove(pool, organizationId!, projectId, role!))) throw notFound('project');
    return { id: projectId, deleted: true as const };
  });
