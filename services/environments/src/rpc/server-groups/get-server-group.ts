import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toServerGroup } from '../../domain/server-groups/server-group.ts';
import { findServerGroup } from '../../store/server-groups/server-groups.ts';

export const getServerGroup = ({ pool }: Deps) =>
  handle(operations.getServerGroup, async (_caller, { projectId, serverGroupId }) => {
    const group = await findServerGroup(pool, projectId, serverGroupId);
    if (!group) throw notFound('server group');
    return toServerGroup(group);
  });
