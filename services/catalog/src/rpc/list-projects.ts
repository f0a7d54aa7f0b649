import { listProjects as operation } from '@assay/contract/operations/catalog';
import { listed } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { listProjects as find } from '../store/projects.ts';

export const listProjects = ({ pool, cursors }: Deps) =>
  handle(operation, ({ organizationId, userId }, _target, query) => listed(operation, cursors, query, {
    name: `projects of ${organizationId}`,
    // Another organization is as good as one that does not exist.
    find: async (after: [string] | undefined, limit) =>
      ((query.organizationId ?? organizationId) === organizationId ? find(pool, organizationId!, userId!, after?.[0], limit) : []),
    positionOf: ({ id }) => [id],
  }));
