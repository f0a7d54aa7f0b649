import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listRunnerTokens as find } from '../../store/runner-tokens/runner-tokens.ts';

export const listRunnerTokens = ({ pool, cursors }: Deps) =>
  handle(operations.listRunnerTokens, (_caller, { organizationId }, query) =>
    pageOfList(operations.listRunnerTokens, cursors, query, {
      name: `runner tokens of ${organizationId}`,
      find: (after: [string] | undefined, limit) => find(pool, organizationId, after?.[0], limit),
      positionOf: ({ id }) => [id],
    }),
  );
