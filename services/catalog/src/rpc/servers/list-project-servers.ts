import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { shownServer } from '../../domain/servers/shown-server.ts';
import { hasProject } from '../../store/projects/projects.ts';
import { countServers, listServers as find, type ServerPosition } from '../../store/servers/listed-servers.ts';

export const listProjectServers = ({ pool, cursors }: Deps) =>
  handle(operations.listProjectServers, async ({ organizationId, role }, { projectId }, query) => {
    const { sort = 'newest' } = query;
    const [page, counts] = await Promise.all([
      pageOfList(operations.listProjectServers, cursors, query, {
        name: `servers of ${projectId} by ${sort}`,
        find: (after: ServerPosition | undefined, limit) => find(pool, projectId, query, sort, after, limit),
        positionOf: ({ position }) => [...position],
      }),
      query.counts ? countServers(pool, projectId, query) : undefined,
    ]);
    // The gateway may cache a deleted project for some seconds.
    if (page.items.length === 0 && !(await hasProject(pool, organizationId!, projectId))) throw notFound('project');
    return { ...page, items: page.items.map(({ server }) => shownServer(server, role)), ...(counts && { counts }) };
  });
