import { pause } from '../concurrency/back-off.ts';
import type { WakeUp } from '../concurrency/wake-ups/wake-up.ts';
import type { BackgroundTask } from '../concurrency/background-task.ts';
import { keepSession } from './session.ts';
import { rows, sql, type Pool } from './db.ts';
import type { Logger } from '../log.ts';

/** How often waiters are woken without a notification, in milliseconds. */
const QUIET_MS = 60_000;

/** Wakes the waiters of this process when any replica notifies `channel` of a write to `table`, so that they need not poll. */
export const startWakeOnNotify = (
  channel: string,
  table: string,
  pool: Pool,
  waiters: Pick<WakeUp, 'wake'>,
  log: Logger,
): BackgroundTask =>
  keepSession(`waking on ${channel}`, pool, log, async ({ db, signal, listen }) => {
    const [found] = await rows<{ oid: string }>(db, sql`select ${table}::regclass::oid::text as oid`);
    const written = await listen(channel, found!.oid);
    while (!signal.aborted) {
      // At first for what was written while nothing listened.
      waiters.wake();
      await written.wait(QUIET_MS);
    }
  });

/** Waiters by the name of the thing whose news they wait for. */
interface NamedWaiters {
  wake(name: string): void;
  wakeAll(): void;
}

/** Wakes the waiters of a name when any replica notifies `channel` of it; all of them now and then, and after an outage. */
export const startWakeOnNames = (
  what: string,
  channel: string,
  pool: Pool,
  waiters: NamedWaiters,
  log: Logger,
): BackgroundTask =>
  keepSession(what, pool, log, async ({ signal, onNotification }) => {
    await onNotification(channel, (name) => waiters.wake(name));
    while (!signal.aborted) {
      waiters.wakeAll();
      await pause(QUIET_MS, signal);
    }
  });
