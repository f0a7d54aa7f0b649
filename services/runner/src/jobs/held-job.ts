import type { Job } from '@assay/contract/gen/assay/v1/jobs';
import type { Leased } from '../work/heartbeat.ts';

/** One job that this runner holds the lease of, from hand-out until its answer is delivered. */
export class HeldJob implements Leased {
  readonly job: Job;
  readonly #abort = new AbortController();
  readonly signal = this.#abort.signal;
  /** How far it is; told with the next heartbeat. */
  phase = '';

  constructor(job: Job) {
    this.job = job;
  }

  get leaseMs(): number {
    return this.job.leaseMs;
  }

  /** Breaks the work off: nothing that follows would count. */
  stop(): void {
    this.#abort.abort(new Error('the job was broken off'));
  }
}
