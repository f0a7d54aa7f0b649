import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { organizationFor } from '../../flows/projects/organization-for.ts';
import { listProjects as find } from '../../store/projects/projects.ts';

export const listProjects = ({ pool, cursors }: Deps) =>
  handle(operations.listProjects, (caller, _target, query) => {
    const organizationId = organizationFor(caller, query);
    return pageOfList(operations.listProjects, cursors, query, {
      name: `projects of ${organizationId}`,
      find: async (after: [string] | undefined, limit) =>
        organizationId === undefined ? [] : find(pool, organizationId, caller.userId!, after?.[0], limit),
      positionOf: ({ id }) => [id],
    });
  });
