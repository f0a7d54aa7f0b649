import { listRegistryConnections as operation } from '@assay/contract/operations/registry';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { listInstalls } from '../store/registry-installs.ts';

export const listRegistryConnections = ({ pool, cursors }: Deps) =>
  handle(operation, async (_caller, { projectId }, query) => {
    const list = `registry connections of ${projectId}`;
    const [after] = cursors.decode(list, query.cursor) ?? [];
    const size = pageSize(query.limit, 200, 500);
    return pageOf(await listInstalls(pool, projectId, after as string | undefined, size + 1), size, ({ serverId }) => cursors.encode(list, [serverId]));
  });
