import { NOTIFIED, WakeUp } from '@assay/kit/concurrency/wake-up';

/** The requests that wait for news of chat sessions in this process, by session: news of one wakes only its own waiters. */
export class TurnFollowers {
  readonly #waiting = new Map<string, { wakeUp: WakeUp; count: number }>();
  #isStopped = false;

  get isStopped(): boolean {
    return this.#isStopped;
  }

  wake(sessionId: string): void {
    this.#waiting.get(sessionId)?.wakeUp.wake();
  }

  wakeAll(): void {
    for (const { wakeUp } of this.#waiting.values()) wakeUp.wake();
  }

  /** Ends every wait: the process is stopping. */
  stop(): void {
    this.#isStopped = true;
    for (const { wakeUp } of this.#waiting.values()) wakeUp.stop();
  }

  /** Looks until there is something, for at most `ms`; see `WakeUp.waitFor`. */
  async waitFor<T>(sessionId: string, ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    if (this.#isStopped) return undefined;
    const waiters = this.#waiting.get(sessionId) ?? { wakeUp: new WakeUp(NOTIFIED), count: 0 };
    this.#waiting.set(sessionId, waiters);
    waiters.count++;
    try {
      return await waiters.wakeUp.waitFor(ms, look);
    } finally {
      if (--waiters.count === 0) this.#waiting.delete(sessionId);
    }
  }
}
