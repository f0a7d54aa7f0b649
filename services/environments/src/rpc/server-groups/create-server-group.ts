import type { ServerGroup } from '@assay/contract/areas/server-groups/documents';
import { operations } from '@assay/contract/operations';
import { findFirstReply } from '@assay/kit/requests/idempotency';
import { handle, replayed, replayedIf } from '@assay/kit/rpc/handle';
import { createServerGroup as create } from '../../actions/server-groups/create-server-group.ts';
import type { Deps } from '../../deps.ts';
import { withoutRepetition } from '../../domain/server-groups/server-group.ts';
import { assertSavedServers } from '../../flows/servers/saved-servers.ts';

export const createServerGroup = ({ pool, catalog }: Deps) =>
  handle(operations.createServerGroup, async (_caller, { projectId, idempotencyKey: key }, given) => {
    const draft = withoutRepetition(given);
    const request = { key, target: { projectId }, body: draft };
    // The servers that the draft names may be deleted since the first request.
    const first = await findFirstReply<ServerGroup>(pool, request);
    if (first) return replayed(first);
    await assertSavedServers(catalog, projectId, draft.serverIds);
    const created = await create(pool, projectId, draft, request);
    return replayedIf(created.replayed, created.reply);
  });
