import { listApiKeys as operation } from '@assay/contract/operations/keys';
import { listed } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listKeys } from '../../store/api-keys/api-keys.ts';

export const listApiKeys = ({ pool, cursors }: Deps) =>
  handle(operation, ({ userId }, _target, query) =>
    listed(operation, cursors, query, {
      name: `API keys of ${userId}`,
      find: (after: [string] | undefined, limit) => listKeys(pool, userId!, after?.[0], limit),
      positionOf: ({ id }) => [id],
    }),
  );
