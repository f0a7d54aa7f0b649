import { LedgerService } from '@assay/contract/gen/assay/v1/catalog';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { reserve } from '../rpc/reserve.ts';
import { setRunBudget } from '../rpc/set-run-budget.ts';
import { settle } from '../rpc/settle.ts';

export const ledger = (deps: Deps): Implementation =>
  implement(LedgerService, {
    reserve: reserve(deps),
    settle: settle(deps),
    setRunBudget: setRunBudget(deps),
  });
