import { listProjectServers as operation } from '@assay/contract/operations/catalog';
import { notFound } from '@assay/contract/problem';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { hasProject } from '../store/projects.ts';
import { listServers as find } from '../store/servers.ts';

export const listServers = ({ pool, cursors }: Deps) =>
  handle(operation, async ({ organizationId }, { projectId }, query) => {
    const list = `servers of ${projectId}`;
    const [after] = cursors.decode(list, query.cursor) ?? [];
    const size = pageSize(query.limit, 200, 500);
    const found = await find(pool, projectId, after as string | undefined, size + 1);
    // The gateway may remember for some seconds a project that is gone.
    if (found.length === 0 && !(await hasProject(pool, organizationId!, projectId))) throw notFound('project');
    return pageOf(found, size, ({ id }) => cursors.encode(list, [id]));
  });
