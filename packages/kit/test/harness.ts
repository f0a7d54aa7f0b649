import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once as occurs } from 'node:events';
import { join } from 'node:path';
import type { Bus, BusMessage, HandleTogether, Subscription } from '@assay/kit/bus/bus';
import { openBus } from '@assay/kit/bus/open-bus';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { createLog } from '@assay/kit/log';
import { insertOutboxEvents } from '@assay/kit/events/outbox';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import type { RunningTransport } from './transports.ts';

export const log = createLog('test', 'silent');
export const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, i) => from + i);

/** A message of the test's own; its id tells it apart and is its content too. */
export const message = (topic: string, id: string, key = 'k'): BusMessage => ({
  topic,
  key,
  id,
  type: 'assay.test.v1.Happened',
  source: 'test',
  time: new Date(),
  value: Buffer.from(id),
});

/** The messages that one consumer received. */
export interface Collected extends Subscription {
  ids: string[];
  messages: BusMessage[];
}

/** A service that writes and applies events: its database, and the buses and processes that a test opened. */
export interface Harness {
  database: TestDatabase;
  openBus(): Promise<Bus>;
  /** Subscribes and keeps what arrives, after `handle` was done with it. */
  collect(
    bus: Bus,
    topic: string,
    options?: { group?: string; handle?(message: BusMessage): Promise<void>; together?: HandleTogether },
  ): Promise<Collected>;
  /** Writes one event per id to the outbox, each in a transaction of its own. */
  write(topic: string, ids: string[], keyOf: (id: string) => string): Promise<void>;
  /** Applies the message's effect exactly once. */
  apply(message: BusMessage): Promise<void>;
  /** The effects that were applied, in order. */
  effects(): Promise<{ eventId: string; key: string }[]>;
  /** Starts the consumer of consumer-process.ts. */
  startConsumer(order: { group: string; topic: string; hangAt?: string }): ChildProcess;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export async function startHarness({ settings }: RunningTransport): Promise<Harness> {
  const database = await testDatabase({ folders: [eventMigrations] });
  const { pool } = database;
  await pool.query(`
    create table deliveries (event_id text not null);
    create table effects (nr bigint generated always as identity, event_id text not null, key text not null)`);
  const buses: Bus[] = [];
  const consumers: ChildProcess[] = [];
  return {
    database,
    openBus: async () => {
      const bus = await openBus(settings, log);
      buses.push(bus);
      return bus;
    },
    collect: async (bus, topic, { group = randomUUID(), handle = async () => undefined, together } = {}) => {
      const messages: BusMessage[] = [];
      const subscription = await bus.subscribe({
        group,
        topics: [topic],
        handle: async (received) => {
          await handle(received);
          messages.push(received);
        },
        ...(together && {
          together: {
            types: together.types,
            handle: async (received: BusMessage[]) => {
              await together.handle(received);
              messages.push(...received);
            },
          },
        }),
      });
      return {
        messages,
        get ids() {
          return messages.map(({ id }) => id);
        },
        stop: () => subscription.stop(),
      };
    },
    write: async (topic, ids, keyOf) => {
      for (const id of ids) {
        await transaction(pool, (tx) =>
          insertOutboxEvents(tx, [
            { topic, key: keyOf(id), id, type: 'assay.test.v1.Happened', value: Buffer.from(id) },
          ]),
        );
      }
    },
    apply: ({ id, key }) =>
      once(pool, id, async (tx) => {
        await tx.query(sql`insert into effects (event_id, key) values (${id}, ${key})`);
      }),
    effects: () => rows(pool, sql`select event_id, key from effects order by nr`),
    startConsumer: (order) => {
      const script = join(import.meta.dirname, 'consumer-process.ts');
      const consumer = spawn(
        process.execPath,
        [script, JSON.stringify({ ...order, settings, databaseUrl: database.url })],
        { stdio: 'inherit' },
      );
      consumers.push(consumer);
      return consumer;
    },
    reset: async () => {
      await Promise.all(consumers.splice(0).map(killProcess));
      await Promise.all(buses.splice(0).map((bus) => bus.close()));
      await pool.query('truncate deliveries, effects, inbox, outbox');
    },
    stop: () => database.drop(),
  };
}

/** Ends a process as a crash would and waits until it is gone. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = occurs(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
