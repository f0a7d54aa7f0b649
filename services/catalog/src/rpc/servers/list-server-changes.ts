import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listChanges } from '../../store/servers/server-states.ts';

export const listServerChanges = ({ pool, cursors }: Deps) =>
  handle(operations.listServerChanges, (_caller, { projectId }, query) =>
    pageOfList(operations.listServerChanges, cursors, query, {
      name: `changes of servers of ${projectId}`,
      find: (after: [string] | undefined, limit) => listChanges(pool, projectId, after?.[0], limit),
      positionOf: ({ id }) => [id],
    }),
  );
