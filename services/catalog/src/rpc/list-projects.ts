import { listProjects as operation } from '@assay/contract/operations/catalog';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { listProjects as find } from '../store/projects.ts';

export const listProjects = ({ pool, cursors }: Deps) =>
  handle(operation, async ({ organizationId, userId }, _target, query) => {
    const list = `projects of ${organizationId}`;
    const [after] = cursors.decode(list, query.cursor) ?? [];
    // Another organization is as good as one that does not exist.
    if (query.organizationId !== undefined && query.organizationId !== organizationId) return { items: [] };
    const size = pageSize(query.limit, 200, 500);
    const found = await find(pool, organizationId!, userId!, after as string | undefined, size + 1);
    return pageOf(found, size, ({ id }) => cursors.encode(list, [id]));
  });
