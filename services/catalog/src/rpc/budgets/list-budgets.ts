import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toBudget } from '../../domain/budgets/budget.ts';
import { listBudgets as find } from '../../store/budgets/budgets.ts';
import { viewerOf } from '../../flows/budgets/viewer-of.ts';

export const listBudgets = ({ pool, cursors, now }: Deps) =>
  handle(operations.listBudgets, (caller, { organizationId }, { scopeKind, ...query }) =>
    pageOfList(operations.listBudgets, cursors, query, {
      name: `budgets of ${organizationId}`,
      find: async (after: [string] | undefined, limit) =>
        (await find(pool, organizationId, viewerOf(caller), scopeKind, now?.(), after?.[0], limit)).map(toBudget),
      positionOf: ({ id }) => [id],
    }),
  );
