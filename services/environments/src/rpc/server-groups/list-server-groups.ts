import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toServerGroup } from '../../domain/server-groups/server-group.ts';
import { listServerGroups as find } from '../../store/server-groups/server-groups.ts';

export const listServerGroups = ({ pool, cursors }: Deps) =>
  handle(operations.listServerGroups, (_caller, { projectId }, query) =>
    pageOfList(operations.listServerGroups, cursors, query, {
      name: `server groups of ${projectId}`,
      find: async (after: [string] | undefined, limit) =>
        (await find(pool, projectId, after?.[0], limit)).map(toServerGroup),
      positionOf: ({ id }) => [id],
    }),
  );
