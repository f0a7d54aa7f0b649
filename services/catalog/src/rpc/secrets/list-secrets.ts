import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { hasProject } from '../../store/projects/projects.ts';
import { listSecrets as find } from '../../store/secrets/secrets.ts';

export const listSecrets = ({ pool, cursors }: Deps) =>
  handle(operations.listSecrets, async ({ organizationId }, { projectId }, query) => {
    const page = await pageOfList(operations.listSecrets, cursors, query, {
      name: `secrets of ${projectId}`,
      find: (after: [string] | undefined, limit) => find(pool, projectId, after?.[0], limit),
      positionOf: ({ id }) => [id],
    });
    // The gateway may cache a deleted project for some seconds.
    if (page.items.length === 0 && !(await hasProject(pool, organizationId!, projectId))) throw notFound('project');
    return page;
  });
