import { pause, keepTrying, type Standing } from './pace.ts';
import type { Pool, Tx } from '../db.ts';
import type { Logger } from '../log.ts';

/** Remembers one ring until somebody waits for it, so that a notification between a look and a wait is not lost. */
export interface Bell { wait(ms: number): Promise<void> }

/** A Postgres connection kept for one standing job, with what lives as long as it does: session locks and LISTEN. */
export interface Session {
  client: Tx;
  /** Aborts when the connection is lost or the job is told to stop. */
  signal: AbortSignal;
  listen(channel: string): Promise<void>;
  /** Rings for notifications with this payload; take it before the first look at what it announces. */
  bell(payload: string): Bell;
}

/** Keeps a session open for `work`, which runs anew on a new connection whenever the old one is lost or it throws. */
export const keepSession = (what: string, pool: Pool, log: Logger, work: (session: Session) => Promise<void>): Standing =>
  keepTrying(what, log, (stopping) => inSession(pool, stopping, work));

async function inSession(pool: Pool, stopping: AbortSignal, work: (session: Session) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  const ending = new AbortController();
  const end = () => ending.abort();
  client.once('error', end).once('end', end);
  const signal = AbortSignal.any([stopping, ending.signal]);
  const bells = new Map<string, ReturnType<typeof createBell>>();
  client.on('notification', ({ payload = '' }) => bells.get(payload)?.ring());
  const bell = (payload: string): Bell => {
    const made = createBell(signal);
    bells.set(payload, made);
    return made;
  };
  try {
    await work({ client, signal, bell, listen: async (channel) => { await client.query(`listen ${channel}`); } });
  } finally {
    ending.abort();
    // Closed, not handed back: the next user of the connection must not inherit its locks.
    client.release(true);
  }
}

function createBell(signal: AbortSignal): Bell & { ring(): void } {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    wait: async (ms) => {
      await pause(ms, AbortSignal.any([signal, rung.signal]));
      rung = new AbortController();
    },
  };
}
