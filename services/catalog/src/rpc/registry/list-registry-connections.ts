import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listInstalls } from '../../store/registry/registry-installs.ts';

export const listRegistryConnections = ({ pool, cursors }: Deps) =>
  handle(operations.listRegistryConnections, (_caller, { projectId }, query) =>
    pageOfList(operations.listRegistryConnections, cursors, query, {
      name: `registry connections of ${projectId}`,
      find: (after: [string] | undefined, limit) => listInstalls(pool, projectId, after?.[0], limit),
      positionOf: ({ serverId }) => [serverId],
    }),
  );
