import { listBudgets as operation } from '@assay/contract/operations/ledger';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { toBudget } from '../domain/budget.ts';
import { viewerOf } from '../organization-access.ts';
import { listBudgets as find } from '../store/budgets.ts';

export const listBudgets = ({ pool, cursors, now }: Deps) =>
  handle(operation, async (caller, { organizationId }, { scopeKind, cursor, limit }) => {
    const viewer = await viewerOf(pool, caller, organizationId);
    const list = `budgets of ${organizationId}`;
    const [after] = cursors.decode(list, cursor) ?? [];
    const size = pageSize(limit, 50, 200);
    const found = await find(pool, organizationId, viewer, scopeKind, now?.(), after as string | undefined, size + 1);
    return pageOf(found.map(toBudget), size, ({ id }) => cursors.encode(list, [id]));
  });
