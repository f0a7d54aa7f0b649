/** Wakes the runners that wait for work in this process. A replica that made no noise is caught by the waiter's own poll. */
export class WorkSignal {
  readonly #waiting = new Set<() => void>();
  /** Set once the process is stopping: nobody should wait any more. */
  stopping = false;

  stop(): void {
    this.stopping = true;
    this.ring();
  }

  /** Tells every waiter that there may be work. */
  ring(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Resolves when rung, when `ms` milliseconds are over, or when the caller has gone. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
