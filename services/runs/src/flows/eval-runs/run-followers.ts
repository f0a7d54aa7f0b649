import { WakeUp } from '@assay/kit/concurrency/wake-up';

/** Wakes the followers of one run in this process. */
export class News {
  /** The followed runs, with the number of waiting followers. */
  readonly #followed = new Map<string, { bell: WakeUp; waiting: number }>();
  #stopped = false;

  /** Wakes the followers of the run. */
  ring(runId: string): void {
    this.#followed.get(runId)?.bell.wake();
  }

  /** Ends every wait: the process is stopping. */
  stop(): void {
    this.#stopped = true;
    for (const { bell } of this.#followed.values()) bell.stop();
  }

  /** Like `WakeUp.waitFor`, for one run. */
  async watch<T>(runId: string, ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const followed = this.#followed.get(runId) ?? { bell: new WakeUp(), waiting: 0 };
    if (this.#stopped) followed.bell.stop();
    this.#followed.set(runId, followed);
    followed.waiting++;
    try {
      return await followed.bell.waitFor(ms, look);
    } finally {
      if (--followed.waiting === 0) this.#followed.delete(runId);
    }
  }
}
