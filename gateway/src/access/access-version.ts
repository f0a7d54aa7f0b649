import { AccessService } from '@assay/mesh/gen/assay/v1/access';
import { pause } from '@assay/kit/concurrency/back-off';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { withoutTrace } from '@assay/kit/telemetry/telemetry';
import { OutageLog } from '@assay/kit/outage-log';

/**
 * How long the catalog holds an answer while nothing changes, in milliseconds. Two waits are shorter than the trust,
 * because the next answer has to arrive while this one is trusted.
 */
const WAIT_MS = 250;
/**
 * An answer is trusted for this long after its request was sent, in milliseconds: a revocation applies everywhere
 * within a second.
 */
const TRUST_MS = 750;
const PAUSE_MS = 100;
/** The watch rests after this long without a question for the version, in milliseconds. Open streams ask more often. */
const REST_MS = 10_000;

/**
 * Watches the catalog's access version while requests ask for it, so that caches of access decisions know whether they
 * are still valid.
 */
export class AccessVersion {
  readonly #catalog: Channel;
  readonly #outage: OutageLog;
  readonly #trustMs: number;
  readonly #restMs: number;
  readonly #stopping = new AbortController();
  #ended: Promise<void> = Promise.resolve();
  /** The catalog's last answer. */
  #epoch = 0;
  #version = 0;
  #until = 0;
  #askedAt = performance.now();
  #endRest = (): void => undefined;
  #moved = new AbortController();

  constructor(catalog: Channel, log: Logger, { trustMs = TRUST_MS, restMs = REST_MS } = {}) {
    this.#catalog = catalog;
    this.#trustMs = trustMs;
    this.#restMs = restMs;
    this.#outage = new OutageLog(log, {
      began: 'changes of access cannot be watched: until then access decisions are cached for half a second',
      over: 'changes of access are watched again',
    });
  }

  start(): this {
    this.#ended = withoutTrace(() => this.#watch());
    return this;
  }

  /**
   * A number that is new after every actual or possible change of access; undefined while changes are not watched: after
   * a rest, which this ends, and during an outage. It is counted here: the catalog's number may repeat, from another
   * replica or a backup.
   */
  current = (): number | undefined => {
    this.#askedAt = performance.now();
    this.#endRest();
    return this.#isWatched() ? this.#version : undefined;
  };

  /** Invalidates the caches of this gateway at once, so that a caller sees their own change with the next request. */
  forget = (): void => {
    this.#version++;
  };

  /** Aborts after an actual or possible change of access. */
  get moved(): AbortSignal {
    return this.#moved.signal;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endRest();
    await this.#ended;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#rest();
      const askedAt = performance.now();
      try {
        const { epoch } = await this.#catalog.call(
          AccessService.watch,
          { epoch: this.#epoch, waitMs: WAIT_MS },
          { timeoutMs: this.#trustMs, signal },
        );
        // The catalog reads the number after the request was sent, so the answer is valid from that moment, however
        // late it arrives.
        const isNews = this.#learn(epoch, askedAt + this.#trustMs);
        // A stopping catalog answers at once.
        if (!isNews && performance.now() - askedAt < PAUSE_MS) await pause(PAUSE_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!this.#isWatched() && this.#outage.began(error)) this.#tell();
        await pause(PAUSE_MS, signal);
      }
    }
  }

  #isWatched(): boolean {
    return performance.now() < this.#until;
  }

  /** Waits until the version is asked for, unless that was a moment ago. */
  async #rest(): Promise<void> {
    if (performance.now() - this.#askedAt < this.#restMs) return;
    const asked = Promise.withResolvers<void>();
    this.#endRest = asked.resolve;
    await asked.promise;
  }

  #learn(epoch: number, until: number): boolean {
    this.#outage.over();
    const isNews = epoch !== this.#epoch || !this.#isWatched();
    [this.#epoch, this.#until] = [epoch, until];
    if (isNews) {
      this.#version++;
      this.#tell();
    }
    return isNews;
  }

  #tell(): void {
    const moved = this.#moved;
    this.#moved = new AbortController();
    moved.abort();
  }
}
