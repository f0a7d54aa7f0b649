import { setTimeout as delay } from 'node:timers/promises';
import {
  LedgerService,
  type BudgetRefusal,
  type ReserveResponse,
  type SettleRequest,
} from '@assay/mesh/gen/assay/v1/catalog';
import { Problem, reasons } from '@assay/contract/problem';
import { backOffMs } from '@assay/kit/concurrency/back-off';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { unlessAborted } from '@assay/work/runner/unless-aborted';
import { callOutage, platformOutage } from '@assay/work/runner/platform-outage';
import { untilAnswered } from '@assay/work/runner/until-answered';
import { countCost, measureCall } from './measure/measure-call.ts';
import { meterModel, type CallEstimate, type CallUsage } from './meter-model.ts';
import type { NamedModel } from './named-model.ts';

/** The budgets that a call of a model counts against, and the purpose of the call. */
export interface MeterAccount {
  organizationId: string;
  projectId: string;
  suiteId: string;
  runId: string;
  keyId: string;
  purpose: 'turn' | 'chat' | 'persona' | 'judge' | 'explain' | 'authoring';
}

/** A model whose every call is reserved in the ledger before, and settled after. */
export interface MeteredModel extends NamedModel {
  /**
   * The cost of all its calls, in millionths of a US dollar; undefined when a price is unknown, when a provider did not
   * report its usage, or when the ledger does not answer within `waitMs`.
   */
  costMicros(waitMs: number): Promise<number | undefined>;
}

/** How often the reservations of calls under way are extended, in milliseconds; the ledger keeps them for 30 s. */
const EXTEND_MS = 5_000;
/** Pauses between two reservations of a call while a budget is full, in milliseconds: growing, and with jitter. */
const BACK_OFF = { firstMs: 250, longestMs: 5_000 };

type Reservation = Parameters<typeof LedgerService.reserve.requestSerialize>[0];

/** Meters calls of models in catalog's ledger. */
export class ModelMeter {
  readonly #catalog: Channel;
  readonly #log: Logger;
  /** Requests that the ledger has not answered yet. */
  readonly #open = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();
  /** The calls whose reservations this runner holds. */
  readonly #underWay = new Set<string>();
  readonly #extending: NodeJS.Timeout;
  readonly #extensions: ReturnType<typeof callOutage>;

  constructor(catalog: Channel, log: Logger, extendMs = EXTEND_MS) {
    this.#catalog = catalog;
    this.#log = log;
    this.#extensions = callOutage(log, {
      began: 'reservations of model calls are not extended',
      over: 'reservations of model calls are extended again',
    });
    this.#extending = setInterval(() => this.#extend(), extendMs).unref();
  }

  /**
   * `callIdPrefix` must be unique: calls are numbered behind it. When a budget is used up, a call throws the Problem of
   * `budgetExhausted`. `waitsFor` hears which full budget a call waits for, and when it no longer waits.
   */
  meter(
    named: NamedModel,
    account: MeterAccount,
    callIdPrefix: string,
    waitsFor: (budget: BudgetRefusal | undefined) => void = () => undefined,
  ): MeteredModel {
    const { id } = named;
    const costs: Promise<number | undefined>[] = [];
    let calls = 0;
    const begin = async (call: CallEstimate, signal: AbortSignal | undefined) => {
      const callId = `${callIdPrefix}.${++calls}`;
      const settle = (used: CallUsage | undefined) => {
        this.#underWay.delete(callId);
        const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0, isUnreported } = used ?? {};
        const answered = used !== undefined;
        const cost = this.#settle({ callId, inputTokens, outputTokens, cachedInputTokens, answered });
        void cost.then((micros) => micros && countCost(id, micros));
        if (answered) costs.push(isUnreported ? Promise.resolve(undefined) : cost);
      };
      await this.#reserve(
        {
          callId,
          ...account,
          model: id,
          ...call,
        },
        signal ?? this.#stopping.signal,
        () => settle(undefined),
        waitsFor,
      );
      this.#underWay.add(callId);
      const measured = measureCall(id, account.purpose);
      return (used: CallUsage | undefined) => {
        measured(used);
        settle(used);
      };
    };
    return {
      id,
      model: meterModel(named, begin),
      costMicros: async (waitMs) => {
        const told: (number | undefined)[] = await Promise.race([
          Promise.all(costs),
          delay(waitMs, [undefined], { ref: false }),
        ]);
        const known = told.filter((cost) => cost !== undefined);
        return known.length > 0 && known.length === told.length
          ? known.reduce((sum, cost) => sum + cost, 0)
          : undefined;
      },
    };
  }

  /** Waits up to `graceMs` for settlements under way, then gives up. */
  async close(graceMs: number): Promise<void> {
    await Promise.race([this.#answered(), delay(graceMs, undefined, { ref: false })]);
    this.#stopping.abort(new Error('the runner stops'));
    clearInterval(this.#extending);
    await this.#answered();
  }

  async #answered(): Promise<void> {
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
  }

  /** Waits while calls under way fill a budget: they may cost less than they reserved. */
  async #reserve(
    request: Reservation,
    signal: AbortSignal,
    release: () => void,
    waitsFor: (budget: BudgetRefusal | undefined) => void,
  ): Promise<void> {
    for (let refusals = 1; ; refusals++) {
      const { refusal } = await this.#ask(request, signal, release);
      waitsFor(refusal?.underWay ? refusal : undefined);
      if (!refusal) return;
      if (!refusal.underWay) throw budgetExhausted(refusal);
      await delay(backOffMs(refusals, BACK_OFF), undefined, { signal }).catch(() => {
        throw new Problem('TIMEOUT', `A budget had no room in time. ${refusal.message}`);
      });
    }
  }

  /** An aborted reservation still runs to its answer: otherwise the ledger might make it after its release. */
  async #ask(request: Reservation, signal: AbortSignal, release: () => void): Promise<ReserveResponse> {
    const answering = this.#kept(
      untilAnswered(() => this.#catalog.call(LedgerService.reserve, request), signal, platformOutage(this.#log)),
    );
    try {
      return await unlessAborted(answering, signal);
    } catch (error) {
      // Without an answer, this runner does not know whether the ledger made the reservation.
      void answering.then(({ refusal }) => {
        if (!refusal) release();
      }, release);
      throw signal.aborted ? new Problem('TIMEOUT', 'The ledger of model calls did not answer in time.') : error;
    }
  }

  #extend(): void {
    if (this.#underWay.size === 0) return;
    const answer = this.#catalog.call(LedgerService.extend, { callIds: [...this.#underWay] }, { timeoutMs: EXTEND_MS });
    answer.then(
      () => this.#extensions.over(),
      (error: unknown) => this.#extensions.began(error),
    );
  }

  /** Never rejects. A lost settlement would leave a budget short, so it is retried for as long as the runner lives. */
  #settle(request: SettleRequest): Promise<number | undefined> {
    return this.#kept(
      untilAnswered(
        () => this.#catalog.call(LedgerService.settle, request),
        this.#stopping.signal,
        platformOutage(this.#log),
      )
        .then(({ costMicros }) => costMicros)
        .catch((error: unknown) => {
          this.#log.error({ err: error, ...request }, 'the usage of a model call could not be settled in the ledger');
          return undefined;
        }),
    );
  }

  #kept<T>(answer: Promise<T>): Promise<T> {
    this.#open.add(answer);
    const over = () => this.#open.delete(answer);
    answer.then(over, over);
    return answer;
  }
}

/** The Problem of a call that a budget does not allow; `details.reason` is BUDGET_EXHAUSTED. */
function budgetExhausted({ budgetId, scope, scopeId, resetsAtMs, message }: BudgetRefusal): Problem {
  return new Problem('RATE_LIMITED', message, {
    reason: reasons.BUDGET_EXHAUSTED,
    budgetId,
    scope,
    scopeId,
    ...(resetsAtMs > 0 && { resetsAt: resetsAtMs }),
  });
}
