import type { WorkItem } from '@assay/contract/gen/assay/v1/work';
import type { Leased } from './heartbeat.ts';
import { Parts } from '../iterations/parts.ts';
import { Recorder } from '../iterations/recorder.ts';
import { traceparentFor } from '../sessions/trace-context.ts';

/** One iteration that this runner holds the lease of, from hand-out until its report is delivered. */
export class Held implements Leased {
  readonly item: WorkItem;
  readonly #abort = new AbortController();
  readonly signal = this.#abort.signal;
  recorder: Recorder | undefined;
  parts: Parts | undefined;

  constructor(item: WorkItem) {
    this.item = item;
  }

  get leaseMs(): number {
    return this.item.leaseMs;
  }

  begin(): Recorder {
    this.recorder = new Recorder(traceparentFor(this.item.traceparent));
    this.parts = new Parts(this.recorder);
    return this.recorder;
  }

  /** Stops the work: the lease is no longer ours, so nothing that follows would count. */
  stop(): void {
    this.#abort.abort(new Error('the iteration was taken from this runner'));
  }
}
