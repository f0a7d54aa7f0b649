import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import { ensureDefaultClient } from '../../actions/clients/store-client.ts';
import type { Deps } from '../../deps.ts';
import { toListedClient } from '../../domain/clients/client-record.ts';
import { listClients as find } from '../../store/clients/clients.ts';

export const listClients = ({ pool, cursors }: Deps) =>
  handle(operations.listClients, async (_caller, { projectId }, query) => {
    await ensureDefaultClient(pool, projectId);
    return pageOfList(operations.listClients, cursors, query, {
      name: `clients of ${projectId}`,
      find: async (after: [string] | undefined, limit) =>
        (await find(pool, projectId, after?.[0], limit)).map(toListedClient),
      positionOf: ({ id }) => [id],
    });
  });
