import { setTimeout as delay } from 'node:timers/promises';
import { LedgerService, type BudgetRefusal, type SettleRequest } from '@assay/contract/gen/assay/v1/catalog';
import { Problem, reasons } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';
import { untilAnswered } from '../until-answered.ts';
import { metered, type Call, type Used } from './metered.ts';
import type { NamedModel } from './models.ts';

/** Whose budgets a call of a model counts against, and what it is for. */
export interface Account { organizationId: string; projectId: string; suiteId: string; runId: string; keyId: string; purpose: 'turn' | 'judge' | 'explain' | 'authoring' }

/** A model whose every call is reserved before and settled after in the ledger. */
export interface MeteredModel extends NamedModel {
  /** What its calls cost in all, in millionths of a US dollar; undefined when a price is unknown, or not told within `waitMs`. */
  costMicros(waitMs: number): Promise<number | undefined>;
}

/** Meters calls of models in catalog's ledger. */
export class Meter {
  readonly #catalog: Channel;
  readonly #log: Logger;
  readonly #settling = new Set<Promise<number | undefined>>();
  readonly #stopping = new AbortController();

  constructor(catalog: Channel, log: Logger) {
    this.#catalog = catalog;
    this.#log = log;
  }

  /** `callIdPrefix` is nobody else's: the calls are numbered behind it. What a call throws when a budget is used up is a Problem, see `budgetExhausted`. */
  meter({ id, model }: NamedModel, account: Account, callIdPrefix: string): MeteredModel {
    const costs: Promise<number | undefined>[] = [];
    let calls = 0;
    const begin = async (call: Call, signal: AbortSignal | undefined) => {
      const callId = `${callIdPrefix}.${++calls}`;
      const settle = (used: Used | undefined) => {
        const cost = this.#settle({ callId, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, ...used, answered: used !== undefined });
        if (used) costs.push(cost);
      };
      await this.#reserve({ callId, ...account, model: id, ...call }, signal ?? this.#stopping.signal, () => settle(undefined));
      return settle;
    };
    return {
      id, model: metered(model, begin),
      costMicros: async (waitMs) => {
        const told: (number | undefined)[] = await Promise.race([Promise.all(costs), delay(waitMs, [undefined], { ref: false })]);
        const known = told.filter((cost) => cost !== undefined);
        return known.length > 0 && known.length === told.length ? known.reduce((sum, cost) => sum + cost, 0) : undefined;
      },
    };
  }

  /** Lets what was used be written down for up to `graceMs`, then gives up. */
  async close(graceMs: number): Promise<void> {
    await Promise.race([Promise.all(this.#settling), delay(graceMs, undefined, { ref: false })]);
    this.#stopping.abort(new Error('the runner stops'));
    await Promise.all(this.#settling);
  }

  async #reserve(request: Parameters<typeof LedgerService.reserve.requestSerialize>[0], signal: AbortSignal, release: () => void): Promise<void> {
    const away = (error: unknown) => this.#log.warn({ err: error, callId: request.callId }, 'calls of models cannot be reserved at the moment');
    const answer = await untilAnswered(() => this.#catalog.call(LedgerService.reserve, request, { signal }), signal, away).catch((error: unknown) => {
      // Whether it was reserved after all, nobody here knows.
      release();
      throw signal.aborted ? new Problem('TIMEOUT', 'The ledger of model calls did not answer in time.') : error;
    });
    if (answer.refusal) throw budgetExhausted(answer.refusal);
  }

  /** Never rejects. A settlement that is lost would leave a budget short, so it is tried for as long as the runner lives. */
  #settle(request: SettleRequest): Promise<number | undefined> {
    const log = this.#log.child({ callId: request.callId });
    const away = (error: unknown) => log.warn({ err: error }, 'calls of models cannot be settled at the moment');
    const settling = untilAnswered(() => this.#catalog.call(LedgerService.settle, request), this.#stopping.signal, away)
      .then(({ costMicros }) => costMicros)
      .catch((error: unknown) => {
        log.error({ err: error, ...request }, 'what a call of a model used was not taken by the ledger');
        return undefined;
      })
      .finally(() => this.#settling.delete(settling));
    this.#settling.add(settling);
    return settling;
  }
}

/** The Problem of a call that a budget does not allow; `details.reason` is BUDGET_EXHAUSTED. */
function budgetExhausted({ budgetId, scope, scopeId, resetsAtMs, message }: BudgetRefusal): Problem {
  return new Problem('RATE_LIMITED', message, { reason: reasons.BUDGET_EXHAUSTED, budgetId, scope, scopeId, ...(resetsAtMs > 0 && { resetsAt: resetsAtMs }) });
}
