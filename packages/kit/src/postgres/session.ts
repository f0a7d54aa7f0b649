import type { Client } from 'pg';
import { activity } from '../concurrency/activity.ts';
import { pause } from '../concurrency/back-off.ts';
import { retryForever, type BackgroundTask } from '../concurrency/background-task.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import { connectBeside, rows, sql, type Db, type Pool, type Statement } from './db.ts';
import type { Logger } from '../log.ts';

/** Remembers a notification until the next wait, so that one that arrives between a look and a wait is not missed. */
export interface Notification {
  arrive(): void;
  /** Resolves when a notification arrives, after `ms`, or when the session ends. */
  wait(ms: number): Promise<void>;
}

/** The part of a standing job in the connection that it shares with the other jobs of its pool. */
export interface PostgresSession {
  /** Takes one query at a time, of all jobs; a transaction needs a connection of its own. */
  db: Db;
  /** Aborts when the connection is lost or the job is told to stop. */
  signal: AbortSignal;
  /** Hands every notification of a channel to `hear`. */
  onNotification(channel: string, hear: (payload: string) => void): Promise<void>;
  /** The notifications of a channel that carry `payload`. Listen before the first look. */
  listen(channel: string, payload: string): Promise<Notification>;
  /**
   * Makes this job the one holder of a row of a table, or of the whole table, of all jobs and processes; false when there
   * is another. The claim ends with the job or with the connection.
   */
  claim(table: string, id?: number): Promise<boolean>;
}

/** The standing jobs of a pool share a connection beside it: each one of its own costs Postgres 2 MB. */
const connections = new WeakMap<Pool, Promise<StandingConnection>>();

/** Keeps a session open for `work`, which runs anew whenever the connection is lost or it throws. */
export const keepSession = (
  what: string,
  pool: Pool,
  log: Logger,
  work: (session: PostgresSession) => Promise<void>,
): BackgroundTask =>
  retryForever(what, log, async (stopping) => {
    const connection = await connectionOf(pool);
    await connection.run(stopping, work).catch((error: unknown) => {
      if (!(error instanceof ConnectionLost)) throw error;
    });
  });

function connectionOf(pool: Pool): Promise<StandingConnection> {
  const known = connections.get(pool);
  if (known) return known;
  const forget = () => {
    if (connections.get(pool) === opening) connections.delete(pool);
  };
  const opening = connectBeside(pool).then((client) => new StandingConnection(client, forget));
  connections.set(pool, opening);
  opening.catch(forget);
  return opening;
}

interface Claim {
  table: string;
  id: number;
}

interface Listener {
  channel: string;
  hear(payload: string): void;
}

/** A statement came after the end of its connection, of which another statement or the connection itself tells. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** A connection that is open for as long as it has jobs and no statement on it failed. */
class StandingConnection {
  readonly #client: Client;
  readonly #ending = new AbortController();
  readonly #forget: () => void;
  readonly #turns = new Semaphore(1);
  readonly #channels = new Set<string>();
  readonly #listeners = new Set<Listener>();
  readonly #claims = new Set<string>();
  readonly #db: Db;
  #jobs = 0;

  constructor(client: Client, forget: () => void) {
    this.#client = client;
    this.#forget = forget;
    this.#db = { query: ((query: Statement) => this.#query(query)) as Db['query'] };
    const end = () => this.#end();
    client.on('error', end).once('end', end);
    client.on('notification', ({ channel, payload = '' }) => {
      activity.note();
      for (const listener of this.#listeners) if (listener.channel === channel) listener.hear(payload);
    });
  }

  async run(stopping: AbortSignal, work: (session: PostgresSession) => Promise<void>): Promise<void> {
    this.#jobs++;
    const signal = AbortSignal.any([stopping, this.#ending.signal]);
    const listeners: Listener[] = [];
    const claims: Claim[] = [];
    const onNotification: PostgresSession['onNotification'] = async (channel, hear) => {
      const listener = { channel, hear };
      listeners.push(listener);
      this.#listeners.add(listener);
      if (this.#channels.has(channel)) return;
      await this.#query({ text: `listen ${channel}`, values: [] });
      this.#channels.add(channel);
    };
    try {
      await work({
        db: this.#db,
        signal,
        onNotification,
        listen: async (channel, payload) => {
          const notification = createNotification(signal);
          await onNotification(channel, (news) => {
            if (news === payload) notification.arrive();
          });
          return notification;
        },
        claim: async (table, id = 0) => {
          const isHeld = await this.#claim({ table, id });
          if (isHeld) claims.push({ table, id });
          return isHeld;
        },
      });
    } finally {
      for (const listener of listeners) this.#listeners.delete(listener);
      await this.#leave(claims);
    }
  }

  async #claim({ table, id }: Claim): Promise<boolean> {
    const key = `${table} ${id}`;
    // Postgres would give its own lock to a connection once more.
    if (this.#claims.has(key)) return false;
    this.#claims.add(key);
    const [lock] = await rows<{ held: boolean }>(
      this.#db,
      sql`select pg_try_advisory_lock(${table}::regclass::oid::int, ${id}) as held`,
    );
    if (!lock!.held) this.#claims.delete(key);
    return lock!.held;
  }

  async #leave(claims: Claim[]): Promise<void> {
    this.#jobs--;
    if (this.#jobs === 0) this.#end();
    for (const { table, id } of claims) {
      if (this.#ending.signal.aborted) return;
      await this.#query(sql`select pg_advisory_unlock(${table}::regclass::oid::int, ${id})`);
      this.#claims.delete(`${table} ${id}`);
    }
  }

  /**
   * A statement that failed may have been the fault of the connection, so all jobs go on with another one. Its own job
   * throws the error; the others just end.
   */
  #query(query: Statement) {
    return this.#turns
      .run(() => this.#client.query(query))
      .catch((error: unknown) => {
        if (this.#ending.signal.aborted) throw new ConnectionLost();
        this.#end();
        throw error;
      });
  }

  #end(): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#forget();
    // A statement under way fails, and its own promise tells that.
    this.#client.end().catch(() => undefined);
  }
}

/** One for all notifications: the default reason of an abort records the stack. */
const ARRIVED = new Error('A notification arrived.');

function createNotification(signal: AbortSignal): Notification {
  let arrived = new AbortController();
  return {
    arrive: () => arrived.abort(ARRIVED),
    wait: async (ms) => {
      await pause(ms, AbortSignal.any([signal, arrived.signal]));
      arrived = new AbortController();
    },
  };
}
