import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findServer } from '../../store/servers/listed-servers.ts';
import { listDiagnoses } from '../../store/servers/server-diagnoses.ts';

export const listServerDiagnoses = ({ pool, cursors }: Deps) =>
  handle(operations.listServerDiagnoses, async (_caller, { projectId, serverId }, query) => {
    if (!(await findServer(pool, projectId, serverId))) throw notFound('server');
    return pageOfList(operations.listServerDiagnoses, cursors, query, {
      name: `diagnoses of ${serverId}`,
      find: (after: [string] | undefined, limit) => listDiagnoses(pool, projectId, serverId, after?.[0], limit),
      positionOf: ({ id }) => [id],
    });
  });
