import type { TracePart, WorkItem, WorkWait } from '@assay/contract/gen/assay/v1/work';

/** The recording of an item while a runner works on it, in parts that are sent ahead of its report. */
export interface Recording {
  /** The parts to send with a heartbeat now. */
  due(): Promise<TracePart[]>;
  delivered(parts: TracePart[]): void;
}

/** One item whose lease this runner holds, from hand-out until its report is delivered. */
export class WorkInHand {
  readonly item: WorkItem;
  readonly #abort = new AbortController();
  /** Aborts when the item is to be broken off: it was cancelled, its lease is lost, or the runner stops. */
  readonly signal = this.#abort.signal;
  /** How far the work is; told with the next heartbeat. */
  phase = '';
  /** The reason why the work cannot go on at the moment; told with the next heartbeat. */
  waiting: WorkWait | undefined;
  recording: Recording | undefined;

  constructor(item: WorkItem) {
    this.item = item;
  }

  /** Breaks the work off: nothing that follows would count. */
  stop(): void {
    this.#abort.abort(new Error('the work was broken off'));
  }
}
