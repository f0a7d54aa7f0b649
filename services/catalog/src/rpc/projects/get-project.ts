import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findProject } from '../../store/projects/projects.ts';

export const getProject = ({ pool }: Deps) =>
  handle(operations.getProject, async ({ organizationId, role }, { projectId }) => {
    const project = await findProject(pool, organizationId!, projectId, role!);
    if (!project) throw notFound('project');
    return project;
  });
