import { AccessService } from '@assay/contract/gen/assay/v1/access';
import { pause } from '@assay/kit/concurrency/back-off';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { untraced } from '@assay/kit/telemetry/telemetry';
import { Outage } from '../telemetry/outage.ts';

/** How long the catalog holds back an answer while nothing changes, in milliseconds. */
const WAIT_MS = 250;
/** For how long after it was asked for an answer is relied on, in milliseconds: a revocation holds everywhere within a second. */
const TRUST_MS = 750;
const PAUSE_MS = 100;

/** Knows whether what was found out about who may do what still holds. */
export class AccessVersion {
  readonly #catalog: Channel;
  readonly #outage: Outage;
  readonly #stopping = new AbortController();
  #ended: Promise<void> = Promise.resolve();
  /** What the catalog said last. */
  #epoch = 0;
  #era = 0;
  #until = 0;
  #moved = new AbortController();

  constructor(catalog: Channel, log: Logger) {
    this.#catalog = catalog;
    this.#outage = new Outage(log, {
      began: 'changes of access cannot be heard of: until then answers about it are good for half a second',
      over: 'changes of access are heard of again',
    });
  }

  start(): this {
    this.#ended = untraced(() => this.#watch());
    return this;
  }

  /**
   * A number that was never there before once something has changed, or may have; undefined while that cannot be told. It is our
   * own: the catalog's may come back, from another replica or from a backup.
   */
  current = (): number | undefined => (performance.now() < this.#until ? this.#era : undefined);

  /** Whoever changed something here sees it with their next request, before the catalog tells everybody. */
  forget = (): void => {
    this.#era++;
  };

  /** Aborts when something changes, or may have. */
  get moved(): AbortSignal {
    return this.#moved.signal;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const askedAt = performance.now();
      try {
        const { epoch } = await this.#catalog.call(
          AccessService.watch,
          { epoch: this.#epoch, waitMs: WAIT_MS },
          { timeoutMs: TRUST_MS, signal },
        );
        // The catalog looked after it was asked: however long its answer was under way, it is true of that moment.
        const isNews = this.#learn(epoch, askedAt + TRUST_MS);
        // A catalog that stops holds nothing back.
        if (!isNews && performance.now() - askedAt < PAUSE_MS) await pause(PAUSE_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (this.current() === undefined && this.#outage.began(error)) this.#tell();
        await pause(PAUSE_MS, signal);
      }
    }
  }

  #learn(epoch: number, until: number): boolean {
    this.#outage.over();
    const isNews = epoch !== this.#epoch || this.current() === undefined;
    [this.#epoch, this.#until] = [epoch, until];
    if (isNews) {
      this.#era++;
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
