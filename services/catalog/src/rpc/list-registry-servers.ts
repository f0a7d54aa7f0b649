import { listRegistryServers as operation } from '@assay/contract/operations/registry';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { toRegistryServer } from '../registry/documents.ts';
import { listKnownServers } from '../store/registry-servers.ts';

export const listRegistryServers = ({ pool, cursors }: Deps) =>
  handle(operation, async ({ organizationId }, { projectId }, { cursor, limit, scope = 'all' }) => {
    const list = `registry servers of ${projectId} ${scope}`;
    const after = cursors.decode(list, cursor) as [string, string] | undefined;
    const size = pageSize(limit, 50, 200);
    const found = await listKnownServers(pool, organizationId!, projectId, scope === 'all' ? undefined : scope === 'organization', after, size + 1);
    return pageOf(found.map(toRegistryServer), size, ({ name, id }) => cursors.encode(list, [name, id]));
  });
