import { updateProject as operation } from '@assay/contract/operations/catalog';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { patchProject } from '../store/projects.ts';

export const updateProject = ({ pool }: Deps) =>
  handle(operation, async ({ organizationId, role }, { projectId }, patch) => {
    const project = await patchProject(pool, organizationId!, projectId, role!, patch);
    if (!project) throw notFound('project');
    return project;
  });
