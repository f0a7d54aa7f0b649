import { setTimeout as delay } from 'node:timers/promises';
import { Blame, Outcome, WorkService, type IterationReport } from '@assay/contract/gen/assay/v1/work';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { beatIterations } from './beat-iterations.ts';
import { Heart } from './heartbeat.ts';
import { Held } from './held-iteration.ts';
import { Reporter } from './reporter.ts';

const WAIT_MS = 15_000;
const RETRY_MS = 1_000;
const RETURN_MS = 2_000;
/** Ahead of free slots, as much is taken as keeps them busy for this long, in milliseconds; the rest is left to other runners. */
const AHEAD_MS = 100;
const MAX_AHEAD = 64;
/** With this many reports on their way nothing more is taken: the platform is slower than we are. */
const MAX_HELD = 256;

export interface WorkerOptions {
  work: Channel;
  runnerId: string;
  /** Iterations at a time. */
  slots: number;
  labels: string[];
  execute(held: Held): Promise<IterationReport>;
  log: Logger;
  /** How long work that was broken off may take to be given back, in milliseconds. */
  returnMs?: number;
}

/** Leases iterations, works on as many at a time as it has slots, and reports them. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #held = new Map<string, Held>();
  readonly #waiting: Held[] = [];
  readonly #stopping = new AbortController();
  readonly #reporter: Reporter;
  readonly #heart: Heart<Held>;
  readonly #leasing: Promise<void>;
  #running = 0;
  #averageMs = Number.POSITIVE_INFINITY;
  #freed = Promise.withResolvers<void>();

  constructor(options: WorkerOptions) {
    const { work, runnerId, log } = options;
    this.#options = options;
    this.#reporter = new Reporter(work, runnerId, log);
    this.#heart = new Heart(this.#held, beatIterations(work, runnerId), log);
    this.#leasing = this.#lease();
  }

  /** Takes no more work, lets what runs finish and be reported for up to `graceMs`, and gives the rest back for other runners. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    this.#free();
    await this.#leasing;
    for (const held of this.#waiting.splice(0)) this.#deliver(held, givenBack(held));
    await this.#emptied(graceMs);
    for (const held of this.#held.values()) held.stop();
    await this.#emptied(this.#options.returnMs ?? RETURN_MS);
    this.#reporter.stop();
    while (this.#held.size > 0) await this.#freed.promise;
    await this.#heart.stop();
  }

  async #lease(): Promise<void> {
    const { work, runnerId, labels, log } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const freeSlots = this.#room();
      if (freeSlots === 0) {
        await this.#freed.promise;
        continue;
      }
      try {
        const { items } = await work.call(
          WorkService.lease,
          {
            runnerId,
            labels,
            freeSlots,
            waitMs: WAIT_MS,
          },
          { signal },
        );
        for (const item of items) this.#take(new Held(item));
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, 'no work could be leased');
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** How many iterations to ask for; none until half of what is taken ahead is used up, so that one call brings many. */
  #room(): number {
    const { slots } = this.#options;
    const ahead = Math.min(MAX_AHEAD, Math.floor((slots * AHEAD_MS) / this.#averageMs));
    const room = Math.min(slots + ahead - this.#running - this.#waiting.length, MAX_HELD - this.#held.size);
    return room >= Math.max(1, ahead / 2) ? room : 0;
  }

  #take(held: Held): void {
    const { iterationId } = held.item;
    // A lease of ours that lapsed while the platform was away comes back to us as a new one.
    this.#held.get(iterationId)?.stop();
    this.#held.set(iterationId, held);
    this.#waiting.push(held);
    this.#fill();
  }

  #fill(): void {
    while (this.#running < this.#options.slots && this.#waiting.length > 0 && !this.#stopping.signal.aborted) {
      this.#running++;
      void this.#work(this.#waiting.shift()!);
    }
  }

  async #work(held: Held): Promise<void> {
    if (held.signal.aborted) this.#drop(held);
    else await this.#execute(held);
    this.#running--;
    this.#fill();
    if (this.#running === 0) this.#reporter.hurry();
    this.#free();
  }

  async #execute(held: Held): Promise<void> {
    const startedAt = performance.now();
    const report = await this.#options.execute(held);
    const tookMs = performance.now() - startedAt;
    this.#averageMs = Number.isFinite(this.#averageMs) ? 0.8 * this.#averageMs + 0.2 * tookMs : tookMs;
    this.#deliver(held, report);
  }

  #deliver(held: Held, report: IterationReport): void {
    void this.#reporter.report(report).then(() => this.#drop(held));
  }

  /** Waits until nothing is held any more, for at most `ms` milliseconds. */
  async #emptied(ms: number): Promise<void> {
    const over = delay(ms, 'over' as const, { ref: false });
    while (this.#held.size > 0 && (await Promise.race([this.#freed.promise, over])) !== 'over');
  }

  #drop(held: Held): void {
    const { iterationId } = held.item;
    if (this.#held.get(iterationId) === held) this.#held.delete(iterationId);
    this.#free();
  }

  #free(): void {
    this.#freed.resolve();
    this.#freed = Promise.withResolvers();
  }
}

/** The report of work that was not begun. */
const givenBack = ({ item: { iterationId, fence } }: Held): IterationReport => ({
  iterationId,
  fence,
  outcome: Outcome.CANCELLED,
  startedAtMs: 0,
  durationMs: 0,
  errorCode: '',
  errorMessage: '',
  transcript: Buffer.alloc(0),
  parts: [],
  secrets: [],
  blame: Blame.UNSPECIFIED,
});
