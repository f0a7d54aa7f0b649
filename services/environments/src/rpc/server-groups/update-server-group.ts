import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { updateServerGroup as update } from '../../actions/server-groups/update-server-group.ts';
import type { Deps } from '../../deps.ts';
import { assertNamesChange } from '../../domain/refusals.ts';
import { toServerGroup, withoutRepetition } from '../../domain/server-groups/server-group.ts';
import { assertSavedServers } from '../../flows/servers/saved-servers.ts';
import { findServerGroup } from '../../store/server-groups/server-groups.ts';

export const updateServerGroup = ({ pool, catalog }: Deps) =>
  handle(
    operations.updateServerGroup,
    async (_caller, { projectId, serverGroupId }, { expectedRevision, ...given }) => {
      assertNamesChange(given);
      const change = withoutRepetition(given);
      if (!(await findServerGroup(pool, projectId, serverGroupId))) throw notFound('server group');
      if (change.serverIds) await assertSavedServers(catalog, projectId, change.serverIds);
      return toServerGroup(await update(pool, projectId, serverGroupId, { expectedRevision, ...change }));
    },
  );
