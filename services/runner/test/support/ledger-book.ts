import {
  LedgerService,
  type BudgetRefusal,
  type ReserveRequest,
  type SettleRequest,
  type SettleResponse,
} from '@assay/contract/gen/assay/v1/catalog';
import { notFound, type Problem } from '@assay/contract/problem';
import { implement } from '@assay/kit/rpc/serve';

/** Catalog's ledger, played by its contract: it takes every call, and keeps what was reserved and what was settled. */
export class LedgerBook {
  readonly reserved: ReserveRequest[] = [];
  /** Every settlement that was taken. */
  readonly settled: SettleRequest[] = [];
  /** Says which budget is used up, when one is. */
  refusal: (request: ReserveRequest) => BudgetRefusal | undefined = () => undefined;
  /** What a call costs; undefined when nobody knows. */
  cost: (request: SettleRequest) => SettleResponse['costMicros'] = ({ inputTokens, outputTokens }) =>
    inputTokens + outputTokens;
  /** Holds a reservation up. */
  slow: () => Promise<void> = () => Promise.resolve();
  /** Says what is wrong with a request, when anything is. */
  fault: (request: { reserve?: ReserveRequest; settle?: SettleRequest }) => Problem | undefined = () => undefined;

  /** Forgets everything. */
  clear(): void {
    Object.assign(this, new LedgerBook());
  }

  implementation() {
    const refuse = (request: Parameters<LedgerBook['fault']>[0]) => {
      const problem = this.fault(request);
      if (problem) throw problem;
    };
    return implement(LedgerService, {
      reserve: async (reserve) => {
        refuse({ reserve });
        await this.slow();
        this.reserved.push(reserve);
        return { refusal: this.refusal(reserve) };
      },
      settle: async (settle) => {
        refuse({ settle });
        this.settled.push(settle);
        return { costMicros: settle.answered ? this.cost(settle) : 0 };
      },
      setRunBudget: () => Promise.reject(notFound('run')),
    });
  }
}
