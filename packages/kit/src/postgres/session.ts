import { pause } from '../concurrency/back-off.ts';
import { retryForever, type BackgroundTask } from '../concurrency/background-task.ts';
import type { Pool, Tx } from './db.ts';
import type { Logger } from '../log.ts';

/** Remembers a notification until the next wait, so that one that arrives between a look and a wait is not missed. */
export interface Notification {
  arrive(): void;
  /** Resolves when a notification arrives, after `ms`, or when the session ends. */
  wait(ms: number): Promise<void>;
}

/** A Postgres connection kept for one standing job, with what lives as long as it does: session locks and LISTEN. */
export interface PostgresSession {
  client: Tx;
  /** Aborts when the connection is lost or the job is told to stop. */
  signal: AbortSignal;
  /** The notifications of a channel that carry `payload`. Listen before the first look. */
  listen(channel: string, payload: string): Promise<Notification>;
}

/** Keeps a session open for `work`, which runs anew on a new connection whenever the old one is lost or it throws. */
export const keepSession = (
  what: string,
  pool: Pool,
  log: Logger,
  work: (session: PostgresSession) => Promise<void>,
): BackgroundTask => retryForever(what, log, (stopping) => inSession(pool, stopping, work));

async function inSession(
  pool: Pool,
  stopping: AbortSignal,
  work: (session: PostgresSession) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  const ending = new AbortController();
  const end = () => ending.abort();
  client.once('error', end).once('end', end);
  const signal = AbortSignal.any([stopping, ending.signal]);
  const listen = async (channel: string, payload: string) => {
    const notification = createNotification(signal);
    client.on('notification', (news) => {
      if (news.payload === payload) notification.arrive();
    });
    await client.query(`listen ${channel}`);
    return notification;
  };
  try {
    await work({ client, signal, listen });
  } finally {
    // Closed, not handed back: the next user of the connection must not inherit its locks.
    client.release(true);
  }
}

function createNotification(signal: AbortSignal): Notification {
  let arrived = new AbortController();
  return {
    arrive: () => arrived.abort(),
    wait: async (ms) => {
      await pause(ms, AbortSignal.any([signal, arrived.signal]));
      arrived = new AbortController();
    },
  };
}
