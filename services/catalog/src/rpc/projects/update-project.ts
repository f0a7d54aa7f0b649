import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { updateProject as update } from '../../actions/projects/update-project.ts';
import type { Deps } from '../../deps.ts';

export const updateProject = ({ pool }: Deps) =>
  handle(operations.updateProject, async ({ organizationId, role }, { projectId }, patch) => {
    const project = await update(pool, organizationId!, projectId, role!, patch);
    if (!project) throw notFound('project');
    return project;
  });
