import { setTimeout as delay } from 'node:timers/promises';
import { WorkService, type IterationReport } from '@assay/contract/gen/assay/v1/work';
import type { Channel } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';

/** Reports of one moment travel together: storing many at once costs little more than storing one. */
const GATHER_MS = 4;
const MAX_REPORTS = 64;
const MAX_BYTES = 24 * 1024 * 1024;
const BATCH_ATTEMPTS = 6;
const SINGLE_ATTEMPTS = 12;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

interface Pending { report: IterationReport; delivered(): void }

/** Delivers reports in batches, and keeps trying while the platform cannot be reached. */
export class Reporter {
  readonly #work: Channel;
  readonly #runnerId: string;
  readonly #log: Logger;
  #pending: Pending[] = [];
  #sending: Promise<void> | undefined;

  constructor(work: Channel, runnerId: string, log: Logger) {
    this.#work = work;
    this.#runnerId = runnerId;
    this.#log = log;
  }

  /** Resolves when the platform has taken or refused the report. */
  report(report: IterationReport): Promise<void> {
    return new Promise((delivered) => {
      this.#pending.push({ report, delivered });
      this.#sending ??= this.#send().finally(() => { this.#sending = undefined; });
    });
  }

  async #send(): Promise<void> {
    while (this.#pending.length > 0) {
      await delay(GATHER_MS);
      const batch = takeBatch(this.#pending);
      await this.#deliver(batch.map(({ report }) => report));
      for (const { delivered } of batch) delivered();
    }
  }

  /** A batch that is refused as a whole is delivered one by one, so that one bad report cannot hold up the others. */
  async #deliver(reports: IterationReport[]): Promise<void> {
    const attempts = reports.length > 1 ? BATCH_ATTEMPTS : SINGLE_ATTEMPTS;
    for (let attempt = 1, pause = FIRST_RETRY_MS; attempt <= attempts; attempt++, pause = Math.min(pause * 2, MAX_RETRY_MS)) {
      try {
        const { refusedIterationIds: refused } = await this.#work.call(WorkService.complete, { runnerId: this.#runnerId, reports });
        if (refused.length > 0) this.#log.debug({ refused }, 'reports came too late');
        return;
      } catch (error) {
        this.#log.warn({ err: error, reports: reports.length, attempt }, 'reports could not be delivered');
        await delay(pause);
      }
    }
    if (reports.length > 1) for (const report of reports) await this.#deliver([report]);
    else this.#log.error({ iterationId: reports[0]!.iterationId }, 'a report was given up; its lease will lapse and another runner try again');
  }
}

/** Takes from the front as much as one message may carry, at least one report. */
function takeBatch(pending: Pending[]): Pending[] {
  let bytes = 0;
  const fits = pending.findIndex(({ report }, i) => {
    bytes += report.transcript.length + report.parts.reduce((sum, { body }) => sum + body.length, 0);
    return i > 0 && (i >= MAX_REPORTS || bytes > MAX_BYTES);
  });
  return pending.splice(0, fits === -1 ? pending.length : fits);
}
