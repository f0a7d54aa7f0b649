/** A process in which nothing happened for this long is quiet, in milliseconds. */
const QUIET_AFTER_MS = 60_000;
/** How often a quiet process looks for work that only the time brings, in milliseconds. */
export const QUIET_LOOK_MS = 60_000;
/** Looks of a quiet process follow each other by this, in milliseconds, so that one connection serves them. */
const APART_MS = 100;

/** Whether anything happens in a process, so that its periodic work can rest while nothing does. */
export class Activity {
  readonly #now: () => number;
  #lastAt: number;
  #turns = 0;
  readonly #resting = new Set<() => void>();
  readonly #listeners = new Set<() => void>();

  /** `now` is a clock, in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#lastAt = now();
  }

  /** Notes a call of an operation, made or answered; a sign of a runner that works; or a notification. Ends every rest. */
  note(): void {
    this.#lastAt = this.#now();
    for (const end of this.#resting) end();
  }

  /** Notes a call of a client that changes something. */
  noteWrite(): void {
    this.note();
    for (const hear of this.#listeners) hear();
  }

  /** Calls `hear` with each write, until the returned function is called. */
  onWrite(hear: () => void): () => void {
    this.#listeners.add(hear);
    return () => void this.#listeners.delete(hear);
  }

  /** Whether nothing happened for `ms`. */
  isQuiet(ms = QUIET_AFTER_MS): boolean {
    return this.#now() - this.#lastAt > ms;
  }

  /** The turn of a task among the looks of a quiet process, for `rest`. */
  nextTurn(): number {
    return this.#turns++ % (QUIET_LOOK_MS / APART_MS);
  }

  /** While the process is quiet, waits for the next look of this turn; for `ms` at most, or until something happens. */
  rest(turn: number, ms: number, signal: AbortSignal): Promise<void> {
    if (!this.isQuiet() || signal.aborted) return Promise.resolve();
    const left = QUIET_LOOK_MS - ((this.#now() + turn * APART_MS) % QUIET_LOOK_MS);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#resting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, Math.max(0, Math.min(left, ms)));
      this.#resting.add(end);
      signal.addEventListener('abort', end, { once: true });
    });
  }
}

/** The activity of this process, or of this thread of it. */
export const activity = new Activity();
