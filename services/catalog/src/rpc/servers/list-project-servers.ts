import { listProjectServers as operation } from '@assay/contract/operations/catalog';
import { notFound } from '@assay/contract/problem';
import { listed } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import { named } from '../../store/servers/credentials.ts';
import type { Deps } from '../../deps.ts';
import { hasProject } from '../../store/projects/projects.ts';
import { listServers as find } from '../../store/servers/servers.ts';

export const listServers = (deps: Deps) =>
  handle(operation, async ({ organizationId }, { projectId }, query) => {
    const { pool, cursors } = deps;
    const page = await listed(operation, cursors, query, {
      name: `servers of ${projectId}`,
      find: (after: [string] | undefined, limit) => find(pool, projectId, query, after?.[0], limit),
      positionOf: ({ server }) => [server.id],
    });
    // The gateway may remember for some seconds a project that is gone.
    if (page.items.length === 0 && !(await hasProject(pool, organizationId!, projectId))) throw notFound('project');
    return { ...page, items: page.items.map((each) => named(each, deps)) };
  });
