import { WorkService, type Beat } from '@assay/contract/gen/assay/v1/work';
import type { Channel } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';
import type { Held } from './held.ts';

/** How often leases are extended and stops are heard of, in milliseconds. */
const BEAT_MS = 1_000;
/** Traces of iterations that have lasted this long are sent ahead of their reports, in milliseconds. */
const STREAM_AFTER_MS = 2_000;
/** A heartbeat that is not answered by then counts as lost, in milliseconds. */
const ANSWER_MS = 5_000;

/**
 * Beats for everything that is held: extends the leases, streams the traces of long iterations, and stops what the
 * platform wants stopped. When the platform has been silent for as long as a lease lasts, the leases are lost and all
 * work on them stops.
 */
export class Heart {
  readonly #work: Channel;
  readonly #runnerId: string;
  readonly #held: ReadonlyMap<string, Held>;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #beating: Promise<void> | undefined;
  #heardAt = performance.now();

  constructor(work: Channel, runnerId: string, held: ReadonlyMap<string, Held>, log: Logger) {
    this.#work = work;
    this.#runnerId = runnerId;
    this.#held = held;
    this.#log = log;
    this.#timer = setInterval(() => { this.#beating ??= this.#beat().finally(() => { this.#beating = undefined; }); }, BEAT_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
  }

  async #beat(): Promise<void> {
    const held = [...this.#held.values()];
    if (held.length === 0) {
      this.#heardAt = performance.now();
      return;
    }
    try {
      const beats = await Promise.all(held.map(beatOf));
      const { stopIterationIds } = await this.#work.call(WorkService.heartbeat, { runnerId: this.#runnerId, beats }, { timeoutMs: ANSWER_MS });
      this.#heardAt = performance.now();
      beats.forEach(({ parts }, i) => held[i]!.parts?.delivered(parts));
      // Of what was beaten for: in the meantime an iteration may have come back to us under a new lease.
      const lost = new Set(stopIterationIds);
      for (const each of held) if (lost.has(each.item.iterationId)) each.stop();
    } catch (error) {
      this.#log.warn({ err: error }, 'a heartbeat was not answered');
      for (const each of held) if (performance.now() - this.#heardAt > each.item.leaseMs) each.stop();
    }
  }
}

async function beatOf({ item: { iterationId, fence }, recorder, parts }: Held): Promise<Beat> {
  const long = recorder !== undefined && recorder.at() > STREAM_AFTER_MS;
  return { iterationId, fence, parts: long ? await parts!.undelivered() : [] };
}
