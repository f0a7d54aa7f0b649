import { inFlight } from '../../requests/in-flight.ts';
import { activity, QUIET_LOOK_MS } from '../activity.ts';

/** The pauses between two looks of a waiter that nothing wakes, in milliseconds. */
interface WaiterPauses {
  shortestMs: number;
  longestMs: number;
  /** While the process is quiet. */
  quietMs: number;
}

/** A waiter looks by itself for what another process did. */
const POLLED: WaiterPauses = { shortestMs: 500, longestMs: 500, quietMs: 500 };
/**
 * When notifications of other processes wake it, too, it looks for leases that lapsed and slots that became free, which is
 * rarer the longer nothing happens.
 */
export const NOTIFIED: WaiterPauses = { shortestMs: 2_000, longestMs: 5_000, quietMs: QUIET_LOOK_MS };
/** How long `wakeSoon` gathers wake-ups, in milliseconds. */
const SOON_MS = 500;
/** The pause between two looks, as a share of the time since the last wake-up. */
const QUIET_SHARE = 0.5;

const clamp = (ms: number, { shortestMs, longestMs }: WaiterPauses) => Math.min(Math.max(ms, shortestMs), longestMs);

/** Wakes the requests that wait in this process for the effect of another one. */
export class WakeUp {
  readonly #waiting = new Set<() => void>();
  #wakes = 0;
  #stopped = false;
  #wokenAt = Date.now();
  #soon: NodeJS.Timeout | undefined;
  readonly #pauses: WaiterPauses;

  constructor(pauses = POLLED) {
    this.#pauses = pauses;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Lets every waiter look again. */
  wake(): void {
    this.#wakes++;
    this.#wokenAt = Date.now();
    for (const wake of this.#waiting) wake();
  }

  /** Lets every waiter look again within half a second, once for all calls until then: most looks will find nothing. */
  wakeSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, SOON_MS).unref();
  }

  /** Ends every wait: the process is stopping. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#soon);
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
      const now = Date.now();
      const left = until - now;
      if (left <= 0) return undefined;
      const pause = activity.isQuiet()
        ? this.#pauses.quietMs
        : clamp((now - this.#wokenAt) * QUIET_SHARE, this.#pauses);
      // A wake-up during the look may have come too late for it.
      if (wakes === this.#wakes) await this.#wait(Math.min(left, pause), signal);
    }
    return undefined;
  }

  /** The number of wake-ups so far, for `wokenSince`. */
  get wakes(): number {
    return this.#wakes;
  }

  /** Waits for at most `ms` for a wake-up after the first `wakes`; without a look. Answers whether there was one. */
  async wokenSince(wakes: number, ms: number): Promise<boolean> {
    const signal = inFlight()?.signal;
    if (wakes === this.#wakes && !this.#stopped && signal?.aborted !== true) await this.#wait(ms, signal);
    return wakes !== this.#wakes;
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
