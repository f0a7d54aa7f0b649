import { inFlight } from '../requests/in-flight.ts';

/** How often a waiter looks by itself for what another process did, in milliseconds. */
const POLL_MS = 500;

/** Wakes the requests that wait in this process for the effect of another one. */
export class WakeUp {
  readonly #waiting = new Set<() => void>();
  #wakes = 0;
  #stopped = false;

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Lets every waiter look again. */
  wake(): void {
    this.#wakes++;
    for (const wake of this.#waiting) wake();
  }

  /** Ends every wait: the process is stopping. */
  stop(): void {
    this.#stopped = true;
    this.wake();
  }

  /**
   * Looks until there is something, for at most `ms`: at once, when woken, and every so often for what another process did.
   * Undefined when there was nothing, when the one who asked has gone, or when the process stops.
   */
  async waitFor<T>(ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const until = Date.now() + ms;
    const signal = inFlight()?.signal;
    const isNobodyLeft = () => this.#stopped || signal?.aborted === true;
    while (!isNobodyLeft()) {
      const wakes = this.#wakes;
      const found = await look();
      if (found !== undefined) return found;
      const left = until - Date.now();
      if (left <= 0) return undefined;
      // A wake-up during the look may have come too late for it.
      if (wakes === this.#wakes) await this.#wait(Math.min(left, POLL_MS), signal);
    }
    return undefined;
  }

  #wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }
}
