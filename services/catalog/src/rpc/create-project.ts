import { createProject as operation } from '@assay/contract/operations/catalog';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { newId } from '@assay/kit/id';
import type { Deps } from '../deps.ts';
import { insertProject } from '../store/projects.ts';

export const createProject = ({ pool }: Deps) =>
  handle(operation, async ({ organizationId, userId }, _target, { name, visibility = 'public', organizationId: wanted, ...body }) => {
    if (wanted !== undefined && wanted !== organizationId) throw notFound('organization');
    return insertProject(pool, { id: newId('prj'), organizationId: organizationId!, creatorId: userId!, name, visibility, body });
  });
