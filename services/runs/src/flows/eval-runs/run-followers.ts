import { WakeUp } from '@assay/kit/concurrency/wake-up';

/** Wakes those who follow a run in this process, and nobody else. */
export class News {
  /** Of the runs that are followed, with how many wait for each. */
  readonly #followed = new Map<string, { bell: WakeUp; waiting: number }>();
  #stopped = false;

  /** Lets those who follow the run look again. */
  ring(runId: string): void {
    this.#followed.get(runId)?.bell.wake();
  }

  /** Sends everybody home: the process is stopping. */
  stop(): void {
    this.#stopped = true;
    for (const { bell } of this.#followed.values()) bell.stop();
  }

  /** As `WakeUp.waitFor`, for news of one run. */
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
