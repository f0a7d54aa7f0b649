import { outcomeUnknown, Problem } from '@assay/contract/problem';
import { MESH_BACK_OFF, pause, retry } from '../concurrency/back-off.ts';
import type { BackgroundTask } from '../concurrency/background-task.ts';
import { insertOutboxEvents, notifyRelay, type OutboxEvent } from '../events/outbox.ts';
import type { Logger } from '../log.ts';
import { OutageLog } from '../outage-log.ts';
import type { Pool } from '../postgres/db.ts';
import { resourceOutage } from '../resource-outage.ts';
import { activeTraceparent, withoutTrace } from '../telemetry/telemetry.ts';
import { auditEvents } from './audit.ts';
import type { AuditedChange } from './change.ts';

/** Outcomes of one moment are written together, in milliseconds. */
const GATHER_MS = 100;

/**
 * Effects that reach outside of the platform and cannot be rolled back. Each has two entries in the audit log: `started`
 * before it, `done` or `failed` after it. The second entry is written after the answer, with the entries of other effects, and
 * again until Postgres takes it.
 */
export class AuditedEffects implements BackgroundTask {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #outage: OutageLog;
  readonly #stopping = new AbortController();
  #ended: OutboxEvent[] = [];
  #hasNews = false;
  #telling: Promise<void> | undefined;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
    this.#outage = new OutageLog(log, {
      began: 'the outcomes of effects are not in the audit log yet: they are written again',
      over: 'the outcomes of effects are in the audit log',
    });
  }

  /**
   * Runs an effect with what `prepare` finds for it, which is looked up while the first entry is written. Without that
   * entry the effect is not done, and the request can be repeated.
   * @throws Problem of the effect. Any other error of it reads OUTCOME_UNKNOWN: a retry could repeat the effect.
   */
  async run<Found, T>(
    change: Omit<AuditedChange, 'outcome'>,
    prepare: () => Promise<Found>,
    effect: (found: Found) => Promise<T>,
  ): Promise<T> {
    const [started, prepared] = await Promise.allSettled([this.#start(change), prepare()]);
    if (prepared.status === 'rejected') {
      if (started.status === 'fulfilled') this.#end(change, 'failed');
      throw prepared.reason;
    }
    if (started.status === 'rejected') throw started.reason;
    try {
      const result = await effect(prepared.value);
      this.#end(change, 'done');
      return result;
    } catch (error) {
      this.#end(change, 'failed');
      if (error instanceof Problem) throw error;
      this.#log.error({ err: error, target: change.target }, 'an effect ended without an outcome');
      throw outcomeUnknown();
    }
  }

  /** Writes the outcomes that are not written yet. Call it after the last effect has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#telling;
  }

  async #start(change: AuditedChange): Promise<void> {
    await insertOutboxEvents(this.#pool, auditEvents({ ...change, outcome: 'started' }), { isTold: false });
    this.#tellSoon();
  }

  #end(change: AuditedChange, outcome: 'done' | 'failed'): void {
    const traceparent = activeTraceparent();
    this.#ended.push(...auditEvents({ ...change, outcome }).map((event) => ({ ...event, traceparent })));
    this.#tellSoon();
  }

  #tellSoon(): void {
    this.#hasNews = true;
    this.#telling ??= withoutTrace(() => this.#tell());
  }

  /** Writes the outcomes, and wakes the relay once for the entries of many effects. */
  async #tell(): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#hasNews) {
      await pause(GATHER_MS, signal);
      this.#hasNews = false;
      const outcomes = this.#ended.splice(0);
      try {
        await retry(() => this.#write(outcomes), { ...MESH_BACK_OFF, signal, again: (error) => this.#began(error) });
        this.#outage.over();
      } catch (error) {
        this.#log.error({ err: error, missing: outcomes.length }, 'outcomes of effects are missing in the audit log');
      }
    }
    this.#telling = undefined;
  }

  #write(outcomes: OutboxEvent[]): Promise<void> {
    return outcomes.length > 0 ? insertOutboxEvents(this.#pool, outcomes) : notifyRelay(this.#pool);
  }

  #began(error: unknown): boolean {
    (resourceOutage(error, this.#log) ?? this.#outage).began(error);
    return true;
  }
}
