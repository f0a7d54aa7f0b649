import { listRunnerTokens as operation } from '@assay/contract/operations/ledger';
import { listed } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listRunnerTokens as find } from '../../store/runner-tokens/runner-tokens.ts';

export const listRunnerTokens = ({ pool, cursors }: Deps) =>
  handle(operation, (_caller, { organizationId }, query) =>
    listed(operation, cursors, query, {
      name: `runner tokens of ${organizationId}`,
      find: (after: [string] | undefined, limit) => find(pool, organizationId, after?.[0], limit),
      positionOf: ({ id }) => [id],
    }),
  );
