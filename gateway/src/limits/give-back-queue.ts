import { LimitsService, type BrakeReturn, type BucketReturn } from '@assay/mesh/gen/assay/v1/limits';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { withoutTrace } from '@assay/kit/telemetry/telemetry';
import { OutageLog } from '@assay/kit/outage-log';

/** At most 256 give-backs in a call. */
const MOST = 256;
/** At most 1024 give-backs are kept while the catalog fails; then the oldest are dropped. */
const KEPT = 1_024;

export type GiveBack = { bucket: BucketReturn } | { brake: BrakeReturn };

/** Gives back unneeded tokens of requests, after their replies. A failed batch is sent again with the next one. */
export class GiveBackQueue {
  readonly #catalog: Channel;
  readonly #outage: OutageLog;
  readonly #giveMs: number;
  #owed: GiveBack[] = [];
  #isSending = false;

  /** `giveMs` is the time limit of a call, in milliseconds. */
  constructor(catalog: Channel, log: Logger, giveMs: number) {
    this.#giveMs = giveMs;
    this.#catalog = catalog;
    this.#outage = new OutageLog(log, {
      began: 'unneeded tokens of requests cannot be given back',
      over: 'unneeded tokens of requests are given back again',
    });
  }

  add(returns: GiveBack[]): void {
    this.#owed = [...this.#owed, ...returns].slice(-KEPT);
    if (this.#isSending || this.#owed.length === 0) return;
    this.#isSending = true;
    setImmediate(() => void withoutTrace(() => this.#send()));
  }

  async #send(): Promise<void> {
    try {
      while (this.#owed.length > 0) await this.#giveBack(this.#owed.splice(0, MOST));
      this.#outage.over();
    } catch (error) {
      this.#outage.began(error);
    } finally {
      this.#isSending = false;
    }
  }

  async #giveBack(batch: GiveBack[]): Promise<void> {
    const buckets = batch.flatMap((each) => ('bucket' in each ? each.bucket : []));
    const brakes = batch.flatMap((each) => ('brake' in each ? each.brake : []));
    try {
      await this.#catalog.call(LimitsService.giveBack, { buckets, brakes }, { timeoutMs: this.#giveMs });
    } catch (error) {
      this.#owed = [...batch, ...this.#owed].slice(-KEPT);
      throw error;
    }
  }
}
