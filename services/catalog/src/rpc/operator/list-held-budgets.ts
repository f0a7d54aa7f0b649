import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { MICROS_PER_USD } from '@assay/launching/spending-cap';
import type { Deps } from '../../deps.ts';
import { listHeldBudgets as list } from '../../store/operator/held-budgets.ts';

const MAX_BUDGETS = 200;

export const listHeldBudgets = ({ pool }: Deps) =>
  handle(operations.listHeldBudgets, async () => {
    const held = await list(pool, MAX_BUDGETS);
    return {
      items: held.map(({ id, scopeKind, scopeId, unit, limitAmount, spent, reserved, oldestCallAt, ...budget }) => {
        const amount = (text: string) => Number(text) / (unit === 'usd' ? MICROS_PER_USD : 1);
        return {
          ...budget,
          budgetId: id,
          scope: { kind: scopeKind, id: scopeId },
          unit,
          limit: amount(limitAmount),
          spent: amount(spent),
          reserved: amount(reserved),
          ...(oldestCallAt !== null && { oldestCallAt: oldestCallAt.getTime() }),
        };
      }),
    };
  });
