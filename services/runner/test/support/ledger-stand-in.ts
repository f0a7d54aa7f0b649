import {
  LedgerService,
  type BudgetRefusal,
  type ReserveRequest,
  type SettleRequest,
  type SettleResponse,
} from '@assay/mesh/gen/assay/v1/catalog';
import { notFound, type Problem } from '@assay/contract/problem';
import { implement } from '@assay/kit/rpc/serve';

/** Stand-in for catalog's ledger: accepts every call, and keeps reservations and settlements. */
export class LedgerStandIn {
  readonly reserved: ReserveRequest[] = [];
  /** The calls of every extension. */
  readonly extended: string[][] = [];
  /** Every accepted settlement. */
  readonly settled: SettleRequest[] = [];
  /** The refusal of a request, if its budget is to be used up. */
  refusal: (request: ReserveRequest) => BudgetRefusal | undefined = () => undefined;
  /** The cost of a call; undefined when it is unknown. */
  cost: (request: SettleRequest) => SettleResponse['costMicros'] = ({ inputTokens, outputTokens }) =>
    inputTokens + outputTokens;
  /** Delays a reservation. */
  slow: () => Promise<void> = () => Promise.resolve();
  /** The Problem of a request, if it is to fail. */
  fault: (request: { reserve?: ReserveRequest; settle?: SettleRequest }) => Problem | undefined = () => undefined;

  /** Clears all records and settings. */
  clear(): void {
    Object.assign(this, new LedgerStandIn());
  }

  implementation() {
    const refuse = (request: Parameters<LedgerStandIn['fault']>[0]) => {
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
      extend: async ({ callIds }) => {
        this.extended.push(callIds);
        return {};
      },
      settle: async (settle) => {
        refuse({ settle });
        this.settled.push(settle);
        return { costMicros: settle.answered ? this.cost(settle) : 0 };
      },
      sumEarlierAttempts: () => Promise.reject(notFound('run')),
      setRunBudget: () => Promise.reject(notFound('run')),
    });
  }
}
