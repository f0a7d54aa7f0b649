import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { deleteServerGroup as remove } from '../../actions/server-groups/delete-server-group.ts';
import type { Deps } from '../../deps.ts';

export const deleteServerGroup = ({ pool }: Deps) =>
  handle(operations.deleteServerGroup, async (_caller, { projectId, serverGroupId }) => {
    await remove(pool, projectId, serverGroupId);
    return { id: serverGroupId, deleted: true as const };
  });
