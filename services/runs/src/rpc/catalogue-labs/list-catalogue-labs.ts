import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toListedLab } from '../../domain/catalogue-labs/lab-view.ts';
import { listLabs } from '../../store/catalogue-labs/labs.ts';

export const listCatalogueLabs = ({ pool, cursors }: Deps) =>
  handle(operations.listCatalogueLabs, (_caller, { projectId }, query) =>
    pageOfList(operations.listCatalogueLabs, cursors, query, {
      name: `catalogue labs of ${projectId} ${query.serverId ?? ''}`,
      find: async (after: [string] | undefined, limit) =>
        (await listLabs(pool, { projectId, serverId: query.serverId }, after?.[0], limit)).map(toListedLab),
      positionOf: ({ id }) => [id],
    }),
  );
