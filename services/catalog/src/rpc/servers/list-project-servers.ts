import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { shownServer } from '../../domain/servers/shown-server.ts';
import { hasProject } from '../../store/projects/projects.ts';
import { listServers as find } from '../../store/servers/servers.ts';

export const listProjectServers = ({ pool, cursors }: Deps) =>
  handle(operations.listProjectServers, async ({ organizationId, role }, { projectId }, query) => {
    const page = await pageOfList(operations.listProjectServers, cursors, query, {
      name: `servers of ${projectId}`,
      find: (after: [string] | undefined, limit) => find(pool, projectId, query, after?.[0], limit),
      positionOf: ({ id }) => [id],
    });
    // The gateway may cache a deleted project for some seconds.
    if (page.items.length === 0 && !(await hasProject(pool, organizationId!, projectId))) throw notFound('project');
    return { ...page, items: page.items.map((server) => shownServer(server, role)) };
  });
