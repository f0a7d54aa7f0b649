import { setTimeout as delay } from 'node:timers/promises';
import { WorkService, type WorkReport } from '@assay/mesh/gen/assay/v1/work';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import type { OutageLog } from '@assay/kit/outage-log';
import { platformOutage } from './platform-outage.ts';
import { untilAnswered } from './until-answered.ts';

/** Reports of one moment travel together, in milliseconds: storing many at once costs little more than storing one. */
const GATHER_MS = 100;
const MAX_REPORTS = 64;
const MAX_BYTES = 24 * 1024 * 1024;
/** How often a report may be turned down by a platform that can be reached, and the pause in between, in milliseconds. */
const MAX_ATTEMPTS = 3;
const RETRY_MS = 500;

interface Pending {
  report: WorkReport;
  settled(): void;
}

/** Delivers reports in batches, and keeps trying while the platform cannot be reached. */
export class Reporter {
  readonly #source: Channel;
  readonly #runnerId: string;
  readonly #log: Logger;
  readonly #outage: OutageLog;
  readonly #gatherMs: number;
  readonly #stopping = new AbortController();
  readonly #pending: Pending[] = [];
  /** How many of the pending reports, from the front, are sent without waiting for others. */
  #inHurry = 0;
  #gathering = new AbortController();
  #sending = false;

  constructor(source: Channel, runnerId: string, log: Logger, gatherMs = GATHER_MS) {
    this.#source = source;
    this.#runnerId = runnerId;
    this.#log = log;
    this.#outage = platformOutage(log);
    this.#gatherMs = gatherMs;
  }

  /** Resolves when the platform has taken or refused the report, or when the report was given up. */
  report(report: WorkReport): Promise<void> {
    return new Promise((settled) => {
      this.#pending.push({ report, settled });
      if (isFull(this.#pending)) this.hurry();
      if (!this.#sending) void this.#send();
    });
  }

  /** Sends what there is: no other report is to be expected soon. */
  hurry(): void {
    this.#inHurry = this.#pending.length;
    this.#gathering.abort();
    this.#gathering = new AbortController();
  }

  /** Gives up the reports that are not delivered. */
  stop(): void {
    this.#stopping.abort();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    while (this.#pending.length > 0) {
      if (this.#inHurry === 0)
        await delay(this.#gatherMs, undefined, { signal: this.#gathering.signal }).catch(() => undefined);
      const batch = this.#pending.splice(0, batchLength(this.#pending));
      this.#inHurry = Math.max(0, this.#inHurry - batch.length);
      await this.#deliver(batch, 1);
    }
    this.#sending = false;
  }

  /**
   * Reports that are refused together are tried again one by one and beside the next batches, so that one bad report
   * holds up no other.
   */
  async #deliver(batch: Pending[], attempt: number): Promise<void> {
    const { signal } = this.#stopping;
    const request = { runnerId: this.#runnerId, reports: batch.map(({ report }) => report) };
    const send = () => this.#source.call(WorkService.complete, request);
    try {
      const { refusedIds } = await untilAnswered(send, signal, this.#outage);
      if (refusedIds.length > 0) this.#log.debug({ refusedIds }, 'reports came too late');
      for (const { settled } of batch) settled();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || signal.aborted) return this.#giveUp(batch, error);
      this.#log.warn({ err: error, reports: batch.length, attempt }, 'reports were turned down');
      for (const each of batch)
        void delay(RETRY_MS, undefined, { ref: false }).then(() => this.#deliver([each], attempt + 1));
    }
  }

  #giveUp(batch: Pending[], error: unknown): void {
    for (const { report, settled } of batch) {
      this.#log.error(
        { err: error, workId: report.id, kind: report.kind },
        'a report was abandoned; its lease will expire and another runner will try again',
      );
      settled();
    }
  }
}

/** How many reports from the front one message may carry, at least one report. */
function batchLength(pending: Pending[]): number {
  let bytes = 0;
  const rest = pending.findIndex(({ report }, i) => {
    bytes += report.output.length;
    return i > 0 && (i >= MAX_REPORTS || bytes > MAX_BYTES);
  });
  return rest === -1 ? pending.length : rest;
}

/** Whether another report could not travel in the same message. */
const isFull = (pending: Pending[]): boolean => pending.length >= MAX_REPORTS || batchLength(pending) < pending.length;
