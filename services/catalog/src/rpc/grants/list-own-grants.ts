import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listGrants } from '../../store/grants/grants.ts';

export const listOwnGrants = ({ pool, cursors }: Deps) =>
  handle(operations.listOwnGrants, ({ userId }, _target, query) =>
    pageOfList(operations.listOwnGrants, cursors, query, {
      name: `grants of ${userId}`,
      find: (after: [string] | undefined, limit) => listGrants(pool, userId!, after?.[0], limit),
      positionOf: ({ id }) => [id],
    }),
  );
