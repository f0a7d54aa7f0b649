import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { serversOf } from '../../flows/servers/resolve-servers.ts';
import { listToolUses, type ToolUsePosition } from '../../store/cases/tool-uses.ts';

export const listCasesByTool = ({ pool, catalog, cursors }: Deps) =>
  handle(operations.listCasesByTool, async (_caller, { projectId, serverId }, { toolName, ...query }) => {
    const [server] = await serversOf(catalog, projectId, [serverId]);
    if (!server) throw notFound('server');
    const page = await pageOfList(operations.listCasesByTool, cursors, query, {
      name: `cases by tool ${serverId} ${toolName ?? ''}`,
      find: (after: ToolUsePosition | undefined, limit) =>
        listToolUses(pool, projectId, { serverId, serverName: server.name, toolName }, after, limit),
      positionOf: ({ suiteId, position, toolName: tool }) => [suiteId, position, tool],
    });
    return { ...page, items: page.items.map(({ position: _position, ...use }) => use) };
  });
