import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toVersion } from '../../domain/clients/client-record.ts';
import { presentClient } from '../../flows/clients/present-client.ts';
import { listClientVersions as find } from '../../store/clients/client-versions.ts';

export const listClientVersions = ({ pool, cursors }: Deps) =>
  handle(operations.listClientVersions, async (_caller, { projectId, clientId }, query) => {
    const { id } = await presentClient(pool, projectId, clientId);
    return pageOfList(operations.listClientVersions, cursors, query, {
      name: `versions of ${id}`,
      find: async (after: [number] | undefined, limit) => (await find(pool, id, after?.[0], limit)).map(toVersion),
      positionOf: ({ versionNumber }) => [versionNumber],
    });
  });
