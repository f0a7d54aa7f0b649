import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { deleteServer as remove } from '../../actions/servers/delete-server.ts';
import type { Deps } from '../../deps.ts';

export const deleteProjectServer = ({ pool }: Deps) =>
  handle(operations.deleteProjectServer, async (_caller, { projectId, serverId }) => {
    if (!(await remove(pool, projectId, serverId))) throw notFound('server');
    return { id: serverId, deleted: true as const };
  });
