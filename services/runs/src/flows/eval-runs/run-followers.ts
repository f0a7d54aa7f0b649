import { WakeUp } from '@assay/kit/concurrency/wake-up';

/** Wakes the followers of one run in this process. */
export class RunFollowers {
  /** The followed runs, with the number of waiting followers. */
  readonly #followed = new Map<string, { wakeUp: WakeUp; waiting: number }>();
  #stopped = false;

  /** Wakes the followers of the run. */
  wake(runId: string): void {
    this.#followed.get(runId)?.wakeUp.wake();
  }

  /** Ends every wait: the process is stopping. */
  stop(): void {
    this.#stopped = true;
    for (const { wakeUp } of this.#followed.values()) wakeUp.stop();
  }

  /** Like `WakeUp.waitFor`, for one run. */
  async waitFor<T>(runId: string, ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const followed = this.#followed.get(runId) ?? { wakeUp: new WakeUp(), waiting: 0 };
    if (this.#stopped) followed.wakeUp.stop();
    this.#followed.set(runId, followed);
    followed.waiting++;
    try {
      return await followed.wakeUp.waitFor(ms, look);
    } finally {
      if (--followed.waiting === 0) this.#followed.delete(runId);
    }
  }
}
