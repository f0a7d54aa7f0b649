import { setTimeout as delay } from 'node:timers/promises';
import { WorkService, type LeaseRequest, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { guardedEnding } from './guarded-ending.ts';
import { Heartbeat } from './heartbeat.ts';
import { callOutage } from './platform-outage.ts';
import { Reporter } from './reporter.ts';
import { workEnded } from './metrics.ts';
import { givenBack, type WorkEnding, type WorkHandler } from './work-handler.ts';
import { RunnerStops, WorkInHand } from './work-in-hand.ts';

const WAIT_MS = 15_000;
const RETRY_MS = 1_000;
const RETURN_MS = 2_000;
/**
 * Ahead of free slots, as much is taken as keeps them busy for this long, in milliseconds; the rest is left to other runners.
 * Items that begin together end together, and where they last no longer than this, each slot then has another one at hand.
 */
const AHEAD_MS = 200;
const MAX_AHEAD = 64;
/** With this many reports on their way nothing more is taken: the platform is slower than we are. */
const MAX_HELD = 256;

/** The end of an item as its metric names it; an item without an ending was taken from the runner. */
const endOf = (ending: WorkEnding | undefined) =>
  ending === undefined || ending.givenBack ? 'given back' : ending.errorCode === '' ? 'done' : 'failed';

export interface WorkerOptions {
  /** A service that has work. */
  source: Channel;
  runnerId: string;
  /** Items at a time. */
  slots: number;
  labels: string[];
  handlers: Record<string, WorkHandler>;
  /** The facts that the runner tells people about itself, beside the slots. */
  facts?: { kinds: string[]; version: string };
  /** Whether short items are taken ahead of free slots. */
  takesAhead: boolean;
  log: Logger;
  /** How long work that was broken off may take to be given back, in milliseconds. */
  returnMs?: number;
}

/** Leases work of some kinds from one service, works on as many items at a time as it has slots, and reports them. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #held = new Map<string, WorkInHand>();
  readonly #waiting: WorkInHand[] = [];
  readonly #stopping = new AbortController();
  readonly #reporter: Reporter;
  readonly #heartbeat: Heartbeat;
  readonly #leasing: Promise<void>;
  #running = 0;
  #averageMs = Number.POSITIVE_INFINITY;
  #freed = Promise.withResolvers<void>();

  constructor(options: WorkerOptions) {
    const { source, runnerId, log } = options;
    this.#options = options;
    this.#reporter = new Reporter(source, runnerId, log);
    this.#heartbeat = new Heartbeat(this.#held, source, runnerId, log);
    this.#leasing = this.#lease();
  }

  /** How many items it works on now. */
  get running(): number {
    return this.#running;
  }

  /** Takes no more work, lets what runs finish and be reported for up to `graceMs`, and gives the rest back for other runners. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    this.#free();
    await this.#leasing;
    for (const inHand of this.#waiting.splice(0)) void this.#deliver(inHand, givenBack(false));
    this.#reporter.hurry();
    await this.#emptied(graceMs);
    for (const inHand of this.#held.values()) inHand.stop(new RunnerStops());
    await this.#emptied(this.#options.returnMs ?? RETURN_MS);
    this.#reporter.stop();
    while (this.#held.size > 0) await this.#freed.promise;
    await this.#heartbeat.stop();
  }

  async #lease(): Promise<void> {
    const { source, runnerId, labels, handlers, slots, facts: told, log } = this.#options;
    const { signal } = this.#stopping;
    const kinds = Object.keys(handlers);
    const outage = callOutage(log, { began: 'no work can be leased', over: 'work is leased again' });
    while (!signal.aborted) {
      const room = this.#room();
      if (room.freeSlots === 0) {
        await this.#freed.promise;
        continue;
      }
      const request = { runnerId, labels, kinds, facts: told && { ...told, slots } };
      try {
        const { items } = await source.call(WorkService.lease, { ...request, ...room, waitMs: WAIT_MS }, { signal });
        outage.over();
        for (const item of items) this.#take(item);
      } catch (error) {
        if (signal.aborted) return this.#takeMissed(request);
        outage.began(error);
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Says that this runner stops, and takes what an answer that the stop cut off handed it, so that it is given back. */
  async #takeMissed(request: Pick<LeaseRequest, 'runnerId' | 'labels' | 'kinds'>): Promise<void> {
    const { source, log } = this.#options;
    try {
      const { items } = await source.call(
        WorkService.lease,
        { ...request, freeSlots: 0, waitMs: 0 },
        { timeoutMs: RETURN_MS },
      );
      for (const item of items) if (this.#held.get(item.id)?.item.fence !== item.fence) this.#take(item);
    } catch (error) {
      log.debug({ err: error }, 'work that was handed out while stopping cannot be asked for');
    }
  }

  /** How many items to ask for; none until half of what is taken ahead is used up, so that one call brings many. */
  #room(): Pick<LeaseRequest, 'freeSlots' | 'ahead'> {
    const { slots, takesAhead } = this.#options;
    const most = takesAhead ? Math.min(MAX_AHEAD, Math.floor((slots * AHEAD_MS) / this.#averageMs)) : 0;
    const idle = slots - this.#running - this.#waiting.length;
    const freeSlots = Math.min(idle + most, MAX_HELD - this.#held.size);
    return freeSlots >= Math.max(1, most / 2)
      ? { freeSlots, ahead: Math.max(0, freeSlots - Math.max(0, idle)) }
      : { freeSlots: 0 };
  }

  #take(item: WorkItem): void {
    const { id } = item;
    const inHand = new WorkInHand(item, () => this.#heartbeat.hurry());
    // A lease of ours that lapsed while the platform was away comes back to us as a new one.
    this.#held.get(id)?.stop();
    this.#held.set(id, inHand);
    this.#waiting.push(inHand);
    this.#fill();
  }

  #fill(): void {
    while (this.#running < this.#options.slots && this.#waiting.length > 0 && !this.#stopping.signal.aborted) {
      this.#running++;
      void this.#work(this.#waiting.shift()!);
    }
  }

  async #work(inHand: WorkInHand): Promise<void> {
    if (inHand.signal.aborted) this.#drop(inHand);
    else await this.#execute(inHand);
    this.#running--;
    this.#fill();
    // Reports are worth gathering while more short work is at hand: the last ones would be stored after the work has ended.
    if (this.#waiting.length === 0 || !this.#options.takesAhead) this.#reporter.hurry();
    this.#free();
  }

  async #execute(inHand: WorkInHand): Promise<void> {
    const { signal } = this.#stopping;
    const startedAt = performance.now();
    const ending = await this.#end(inHand);
    workEnded.add(1, { kind: inHand.item.kind, end: endOf(ending) });
    if (!ending) return this.#drop(inHand);
    const tookMs = performance.now() - startedAt;
    this.#averageMs = Number.isFinite(this.#averageMs) ? 0.8 * this.#averageMs + 0.2 * tookMs : tookMs;
    void this.#deliver(inHand, ending);
    if (!ending.givenBack || ending.begun) return;
    this.#reporter.hurry();
    // It may come right back to us: the pause lets another runner be faster, and keeps this one from going round in circles.
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }

  /** Undefined when the item was taken from us and there is nothing to tell. */
  async #end(inHand: WorkInHand): Promise<WorkEnding | undefined> {
    const handler = this.#options.handlers[inHand.item.kind];
    if (!handler) return givenBack(false);
    return (
      (await guardedEnding(inHand, handler, this.#options.log)) ??
      (this.#stopping.signal.aborted ? givenBack(true) : undefined)
    );
  }

  /** The report follows the last live event, so that people who watch miss none. */
  async #deliver(inHand: WorkInHand, ending: WorkEnding): Promise<void> {
    const { id, kind, fence } = inHand.item;
    const isLate = inHand.unheard.length > 0;
    if (isLate) {
      this.#heartbeat.flush();
      await inHand.untilHeard();
    }
    const reported = this.#reporter.report({ id, kind, fence, ...ending });
    if (isLate) this.#reporter.hurry();
    await reported;
    this.#drop(inHand);
  }

  /** Waits until nothing is held any more, for at most `ms` milliseconds. */
  async #emptied(ms: number): Promise<void> {
    const over = delay(ms, 'over' as const, { ref: false });
    while (this.#held.size > 0 && (await Promise.race([this.#freed.promise, over])) !== 'over');
  }

  #drop(inHand: WorkInHand): void {
    const { id } = inHand.item;
    if (this.#held.get(id) === inHand) this.#held.delete(id);
    this.#free();
  }

  #free(): void {
    this.#freed.resolve();
    this.#freed = Promise.withResolvers();
  }
}
