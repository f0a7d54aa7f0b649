import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toRegistryServer } from '../../flows/registry/documents.ts';
import { listKnownServers } from '../../store/registry/registry-servers.ts';

export const listRegistryServers = ({ pool, cursors }: Deps) =>
  handle(operations.listRegistryServers, ({ organizationId }, { projectId }, { scope = 'all', ...query }) =>
    pageOfList(operations.listRegistryServers, cursors, query, {
      name: `registry servers of ${projectId} ${scope}`,
      find: async (after: [name: string, id: string] | undefined, limit) =>
        (
          await listKnownServers(
            pool,
            organizationId!,
            projectId,
            scope === 'all' ? undefined : scope === 'organization',
            after,
            limit,
          )
        ).map(toRegistryServer),
      positionOf: ({ name, id }) => [name, id],
    }),
  );
