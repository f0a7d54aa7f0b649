import { LedgerService } from '@assay/contract/gen/assay/v1/catalog';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { reserve } from '../rpc/budgets/reserve.ts';
import { setRunBudget } from '../rpc/budgets/set-run-budget.ts';
import { settle } from '../rpc/budgets/settle.ts';

export const ledger = (deps: Deps): Implementation =>
  implement(LedgerService, {
    reserve: reserve(deps),
    settle: settle(deps),
    setRunBudget: setRunBudget(deps),
  });
