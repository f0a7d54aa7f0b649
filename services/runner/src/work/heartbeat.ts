import type { Logger } from '@assay/kit/log';

/** How often leases are extended and stops are heard of, in milliseconds. */
const BEAT_MS = 1_000;
/** A heartbeat that is not answered by then counts as lost, in milliseconds. */
export const ANSWER_MS = 5_000;

/** Work that is ours for as long as its lease is extended. */
export interface Leased {
  /** How long the lease holds without a heartbeat, in milliseconds. */
  readonly leaseMs: number;
  stop(): void;
}

/**
 * Beats for everything that is held: `beat` extends the leases and answers which work the platform wants stopped. When
 * the platform has been silent for as long as a lease lasts, the leases are lost and all work on them stops.
 */
export class Heart<Work extends Leased> {
  readonly #held: ReadonlyMap<string, Work>;
  readonly #send: (held: Work[]) => Promise<Work[]>;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #beating: Promise<void> | undefined;
  #heardAt = performance.now();

  constructor(held: ReadonlyMap<string, Work>, beat: (held: Work[]) => Promise<Work[]>, log: Logger) {
    this.#held = held;
    this.#send = beat;
    this.#log = log;
    this.#timer = setInterval(() => {
      this.#beating ??= this.#beat().finally(() => {
        this.#beating = undefined;
      });
    }, BEAT_MS);
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
      const lost = await this.#send(held);
      this.#heardAt = performance.now();
      for (const each of lost) each.stop();
    } catch (error) {
      this.#log.warn({ err: error }, 'a heartbeat was not answered');
      for (const each of held) if (performance.now() - this.#heardAt > each.leaseMs) each.stop();
    }
  }
}
