import type { LiveEvent, TracePart, WorkItem, WorkWait } from '@assay/mesh/gen/assay/v1/work';

/** At most this many bytes of events of an item travel with one beat; a larger event travels alone. */
const MAX_EVENT_BYTES = 256 * 1024;

/** The recording of an item while a runner works on it, in parts that are sent ahead of its report. */
export interface Recording {
  /** The parts to send with a heartbeat now. */
  due(): Promise<TracePart[]>;
  delivered(parts: TracePart[]): void;
}

/** Why work is broken off when its runner stops: another runner may do it. */
export class RunnerStops extends Error {
  override readonly name = 'RunnerStops';

  constructor() {
    super('the runner stops');
  }
}

/** One item whose lease this runner holds, from hand-out until its report is delivered. */
export class WorkInHand {
  readonly item: WorkItem;
  readonly #hurry: () => void;
  readonly #abort = new AbortController();
  /** Aborts when the item is to be broken off: it was cancelled, its lease is lost, or the runner stops. */
  readonly signal = this.#abort.signal;
  /** How far the work is; told with the next heartbeat. */
  phase = '';
  /** The reason why the work cannot go on at the moment; told with the next heartbeat. */
  waiting: WorkWait | undefined;
  recording: Recording | undefined;
  /** The error for which the item fails; the answer of its handler does not count. */
  failure: Error | undefined;
  readonly #unheard: LiveEvent[] = [];
  #said = 0;
  #allHeard = Promise.withResolvers<void>();

  /** `hurry` asks for a heartbeat soon. */
  constructor(item: WorkItem, hurry: () => void = () => undefined) {
    this.item = item;
    this.#hurry = hurry;
  }

  /** The live events that the platform has not taken. */
  get unheard(): readonly LiveEvent[] {
    return this.#unheard;
  }

  /** Breaks the work off; a report may still say what was done. */
  stop(reason: Error = new Error('the work was broken off')): void {
    this.#abort.abort(reason);
    this.#unheard.length = 0;
    this.#allHeard.resolve();
  }

  /** Breaks the work off because of an error of ours. */
  fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
    this.stop(this.failure);
  }

  /** Tells people who watch of a live event, a document of the item's kind, within some milliseconds. */
  say(event: object): void {
    if (this.signal.aborted) return;
    this.#unheard.push({ index: this.#said++, body: Buffer.from(JSON.stringify(event)) });
    this.#hurry();
  }

  /** The events to send with a heartbeat now. */
  dueEvents(): LiveEvent[] {
    let bytes = 0;
    const fits = this.#unheard.findIndex(({ body }, i) => {
      bytes += body.length;
      return i > 0 && bytes > MAX_EVENT_BYTES;
    });
    return this.#unheard.slice(0, fits === -1 ? this.#unheard.length : fits);
  }

  /** The platform has taken these events. */
  eventsHeard(events: readonly LiveEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    const rest = this.#unheard.findIndex(({ index }) => index > last.index);
    this.#unheard.splice(0, rest === -1 ? this.#unheard.length : rest);
    if (this.#unheard.length === 0) this.#allHeard.resolve();
  }

  /** The platform refused events: they are sent again, and the report waits for them no longer. */
  eventsRefused(): void {
    this.#allHeard.resolve();
  }

  /** Resolves when the platform has taken or refused every event, or when the item was broken off. */
  async untilHeard(): Promise<void> {
    if (this.#unheard.length === 0) return;
    this.#allHeard = Promise.withResolvers();
    await this.#allHeard.promise;
  }
}
