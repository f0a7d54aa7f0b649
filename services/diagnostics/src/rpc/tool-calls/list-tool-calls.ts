import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { listToolCalls as listStored } from '../../store/tool-calls/tool-calls.ts';

export const listToolCalls = (deps: Deps) =>
  handle(operations.listToolCalls, async ({ userId = '' }, address, { toolName, ...query }) => {
    const listed = pageOfList(operations.listToolCalls, deps.cursors, query, {
      name: `tool calls ${address.serverId} ${userId} ${toolName ?? ''}`,
      find: (after: [number, string] | undefined, limit) =>
        listStored(deps.pool, { ...address, userId }, toolName, after, limit),
      positionOf: ({ calledAt, id }) => [calledAt, id],
    });
    const [page] = await Promise.all([listed, findServer(deps, address)]);
    return page;
  });
