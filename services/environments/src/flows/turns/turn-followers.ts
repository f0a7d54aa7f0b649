import { NOTIFIED, WakeUp } from '@assay/kit/concurrency/wake-up';
import type { BackgroundTask } from '@assay/kit/concurrency/background-task';
import { pause } from '@assay/kit/concurrency/back-off';
import type { Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import { keepSession } from '@assay/kit/postgres/session';

/** How often waiters are woken without a notification, in milliseconds. */
const QUIET_MS = 60_000;

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

/** Wakes the followers of a session when any replica tells of news of it. */
export const startFollowing = (pool: Pool, followers: TurnFollowers, log: Logger): BackgroundTask =>
  keepSession('following turns', pool, log, async ({ client, signal }) => {
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'turns' && payload !== undefined) followers.wake(payload);
    });
    await client.query('listen turns');
    while (!signal.aborted) {
      followers.wakeAll();
      await pause(QUIET_MS, signal);
    }
  });
