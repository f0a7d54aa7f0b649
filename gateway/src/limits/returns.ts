import { LimitsService, type BrakeReturn, type BucketReturn } from '@assay/contract/gen/assay/v1/limits';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { untraced } from '@assay/kit/telemetry/telemetry';
import { Outage } from '../telemetry/outage.ts';

/** So many are given back together. */
const MOST = 256;
/** So many are kept while they cannot be given back; then the oldest go. */
const KEPT = 1_024;

export type Return = { bucket: BucketReturn } | { brake: BrakeReturn };

/** Gives back what requests took and did not need, after their answers. What cannot be given back goes with what comes next. */
export class Returns {
  readonly #catalog: Channel;
  readonly #outage: Outage;
  readonly #giveMs: number;
  #owed: Return[] = [];
  #isSending = false;

  /** `giveMs` is how long it is tried to give something back. */
  constructor(catalog: Channel, log: Logger, giveMs: number) {
    this.#giveMs = giveMs;
    this.#catalog = catalog;
    this.#outage = new Outage(log, {
      began: 'what requests took and did not need cannot be given back',
      over: 'what requests took and did not need is given back again',
    });
  }

  add(returns: Return[]): void {
    this.#owed = [...this.#owed, ...returns].slice(-KEPT);
    if (this.#isSending || this.#owed.length === 0) return;
    this.#isSending = true;
    setImmediate(() => void untraced(() => this.#send()));
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

  async #giveBack(batch: Return[]): Promise<void> {
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
