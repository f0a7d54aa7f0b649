import { operations } from '@assay/contract/operations';
import { handle, otherwise } from '@assay/kit/rpc/handle';
import { snapshotServerGroup as snapshot } from '../../actions/server-groups/snapshot-server-group.ts';
import type { Deps } from '../../deps.ts';
import { toServerGroup } from '../../domain/server-groups/server-group.ts';

export const snapshotServerGroup = ({ pool }: Deps) =>
  handle(operations.snapshotServerGroup, async (_caller, { projectId, serverGroupId }) => {
    const { snapshot: group, isNew } = await snapshot(pool, projectId, serverGroupId);
    return isNew ? toServerGroup(group) : otherwise(toServerGroup(group));
  });
