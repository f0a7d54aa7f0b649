import { NOTIFIED, WakeUp } from './wake-up.ts';

/** The requests of this process that wait for news of named things: news of one wakes only its own waiters. */
export class NamedWakeUps {
  readonly #waiting = new Map<string, { wakeUp: WakeUp; count: number }>();
  #isStopped = false;

  get isStopped(): boolean {
    return this.#isStopped;
  }

  wake(name: string): void {
    this.#waiting.get(name)?.wakeUp.wake();
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
  async waitFor<T>(name: string, ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    if (this.#isStopped) return undefined;
    const waiters = this.#waiting.get(name) ?? { wakeUp: new WakeUp(NOTIFIED), count: 0 };
    this.#waiting.set(name, waiters);
    waiters.count++;
    try {
      return await waiters.wakeUp.waitFor(ms, look);
    } finally {
      if (--waiters.count === 0) this.#waiting.delete(name);
    }
  }
}
