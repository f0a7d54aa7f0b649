import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listKeys } from '../../store/api-keys/api-keys.ts';

export const listApiKeys = ({ pool, cursors }: Deps) =>
  handle(operations.listApiKeys, ({ userId }, _target, query) =>
    pageOfList(operations.listApiKeys, cursors, query, {
      name: `API keys of ${userId}`,
      find: (after: [string] | undefined, limit) => listKeys(pool, userId!, after?.[0], limit),
      positionOf: ({ id }) => [id],
    }),
  );
