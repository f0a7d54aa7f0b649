import { pause, keepTrying, type Standing } from '../concurrency/background-task.ts';
import type { Pool, Tx } from './db.ts';
import type { Logger } from '../log.ts';

/** Remembers a ring until somebody waits for it, so that what happens between a look and a wait is not missed. */
export interface Bell {
  ring(): void;
  /** Resolves at the ring, after `ms`, or when the session ends. */
  wait(ms: number): Promise<void>;
}

/** A Postgres connection kept for one standing job, with what lives as long as it does: session locks and LISTEN. */
export interface Session {
  client: Tx;
  /** Aborts when the connection is lost or the job is told to stop. */
  signal: AbortSignal;
  /** A bell for the notifications of a channel that carry `payload`. Listen before the first look. */
  listen(channel: string, payload: string): Promise<Bell>;
}

/** Keeps a session open for `work`, which runs anew on a new connection whenever the old one is lost or it throws. */
export const keepSession = (
  what: string,
  pool: Pool,
  log: Logger,
  work: (session: Session) => Promise<void>,
): Standing => keepTrying(what, log, (stopping) => inSession(pool, stopping, work));

async function inSession(pool: Pool, stopping: AbortSignal, work: (session: Session) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  const ending = new AbortController();
  const end = () => ending.abort();
  client.once('error', end).once('end', end);
  const signal = AbortSignal.any([stopping, ending.signal]);
  const listen = async (channel: string, payload: string) => {
    const bell = createBell(signal);
    client.on('notification', (news) => {
      if (news.payload === payload) bell.ring();
    });
    await client.query(`listen ${channel}`);
    return bell;
  };
  try {
    await work({ client, signal, listen });
  } finally {
    // Closed, not handed back: the next user of the connection must not inherit its locks.
    client.release(true);
  }
}

function createBell(signal: AbortSignal): Bell {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    wait: async (ms) => {
      await pause(ms, AbortSignal.any([signal, rung.signal]));
      rung = new AbortController();
    },
  };
}
