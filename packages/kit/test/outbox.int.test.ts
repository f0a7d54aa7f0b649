import { randomUUID } from 'node:crypto';
import type { BusMessage } from '@assay/kit/bus/bus';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { openPool, rows, sql, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { migrate } from '@assay/kit/postgres/migrate';
import { insertOutboxEvents, MAX_EVENT_BYTES } from '@assay/kit/events/outbox';
import { startRelay } from '@assay/kit/events/relay';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { log, range } from './harness.ts';

let database: TestDatabase;
const relays: ReturnType<typeof startRelay>[] = [];
const relayOf = (pool: Pool, take: (messages: BusMessage[]) => Promise<void>) => {
  const relay = startRelay(pool, { publish: take }, 'test', log);
  relays.push(relay);
  return relay;
};
const write = (tx: Tx, id: string) =>
  insertOutboxEvents(tx, [{ topic: 'assay.test.v1', key: 'k', id, type: 'Happened', value: Buffer.from(id) }]);
/** A transport that keeps what it takes. */
const sink = () => {
  const taken: BusMessage[] = [];
  return {
    taken,
    ids: () => taken.map(({ id }) => id),
    take: async (messages: BusMessage[]) => {
      taken.push(...messages);
    },
  };
};

beforeAll(async () => {
  database = await testDatabase({ folders: [eventMigrations] });
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await database.pool.query('truncate outbox');
});
afterAll(() => database.drop());

test('an event notifies the relay of its own outbox alone', async () => {
  const [outbox] = await rows<{ oid: string }>(database.pool, sql`select 'outbox'::regclass::oid::text as oid`);
  const channels: string[] = [];
  const listener = await database.pool.connect();
  listener.on('notification', ({ channel }) => channels.push(channel));
  for (const channel of ['outbox', 'outbox_1', `outbox_${outbox!.oid}`]) await listener.query(`listen ${channel}`);
  await transaction(database.pool, (tx) => write(tx, 'one'));
  // Postgres sends notifications before the answer to a later statement.
  await listener.query('select 1');
  listener.release(true);
  expect(channels).toEqual([`outbox_${outbox!.oid}`]);
});

test('an event leaves with its attributes after its commit, and never after a rollback', async () => {
  const { taken, take } = sink();
  relayOf(database.pool, take);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await expect(
    transaction(database.pool, async (tx) => {
      await write(tx, 'undone');
      throw new Error('changed its mind');
    }),
  ).rejects.toThrow('changed its mind');
  await transaction(database.pool, (tx) =>
    insertOutboxEvents(tx, [
      {
        topic: 'assay.test.v1',
        key: 'run_1',
        id: 'done',
        type: 'Happened',
        value: Buffer.from([1, 0, 255]),
        traceparent,
      },
    ]),
  );
  await waitUntil(() => taken.length > 0);
  expect(taken).toEqual([
    {
      topic: 'assay.test.v1',
      key: 'run_1',
      id: 'done',
      type: 'Happened',
      source: 'test',
      time: expect.any(Date),
      value: Buffer.from([1, 0, 255]),
      traceparent,
    },
  ]);
  await waitUntil(async () => (await rows(database.pool, sql`select from outbox`)).length === 0);
});

test('an idle relay is woken by the commit', async () => {
  const { ids, take } = sink();
  relayOf(database.pool, take);
  for (const id of range(20).map(String)) {
    await transaction(database.pool, (tx) => write(tx, id));
    await waitUntil(() => ids().includes(id));
  }
  expect(ids()).toEqual(range(20).map(String));
  // One that only looked by itself would take two seconds for each.
}, 30_000);

test('what the bus refuses stays, and leaves in order when the bus is back', async () => {
  const { ids, take } = sink();
  let refusals = 0;
  await transaction(database.pool, async (tx) => {
    for (const nr of range(250)) await write(tx, `e${nr}`);
  });
  relayOf(database.pool, async (messages) => {
    if (refusals < 2) {
      refusals++;
      throw new Error('the broker is down');
    }
    await take(messages);
  });
  await waitUntil(() => ids().length >= 250);
  expect(ids()).toEqual(range(250).map((nr) => `e${nr}`));
});

test('an event that commits while a later one is on its way is not forgotten', async () => {
  const { ids, take } = sink();
  const slow = await database.pool.connect();
  try {
    await slow.query('begin');
    await write(slow, 'early');
    await transaction(database.pool, (tx) => write(tx, 'late'));
    relayOf(database.pool, async (messages) => {
      if (ids().length === 0) await slow.query('commit');
      await take(messages);
    });
    await waitUntil(() => ids().includes('early'));
  } finally {
    slow.release();
  }
  expect(ids()).toEqual(['late', 'early']);
});

test('of two relays on one outbox one sends, and the other takes over when it stops', async () => {
  const sinks = [sink(), sink()] as const;
  const senders = sinks.map(({ take }) => relayOf(database.pool, take));
  const ids = () => sinks.flatMap((each) => each.ids());
  for (const nr of range(50)) await transaction(database.pool, (tx) => write(tx, `e${nr}`));
  await waitUntil(() => ids().length >= 50);
  const sending = sinks.findIndex((each) => each.taken.length > 0);
  expect(sinks[sending]!.ids()).toEqual(range(50).map((nr) => `e${nr}`));
  await senders[sending]!.stop();
  await transaction(database.pool, (tx) => write(tx, 'e50'));
  await waitUntil(() => sinks[1 - sending]!.ids().includes('e50'));
  expect(ids().length).toBe(51);
});

test('services that share a database relay at the same time', async () => {
  const pools = await Promise.all(
    ['a', 'b'].map(async (prefix) => {
      const schema = `${prefix}_${randomUUID().replaceAll('-', '')}`;
      await database.pool.query(`create schema ${schema}`);
      const url = new URL(database.url);
      url.searchParams.set('options', `-c search_path=${schema}`);
      const pool = openPool(url.toString(), log, { max: 3 });
      await migrate(pool, [eventMigrations]);
      return pool;
    }),
  );
  const sinks = pools.map((pool) => {
    const { ids, take } = sink();
    relayOf(pool, take);
    return ids;
  });
  await Promise.all(pools.map((pool, i) => transaction(pool, (tx) => write(tx, `of ${i}`))));
  await waitUntil(() => sinks.every((ids) => ids().length > 0));
  expect(sinks.map((ids) => ids())).toEqual([['of 0'], ['of 1']]);
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await Promise.all(pools.map((pool) => pool.end()));
});

test('an event too large for a broker is refused where it is written', async () => {
  const value = Buffer.alloc(MAX_EVENT_BYTES + 1);
  await expect(
    transaction(database.pool, (tx) =>
      insertOutboxEvents(tx, [{ topic: 't', key: 'k', id: 'big', type: 'Happened', value }]),
    ),
  ).rejects.toThrow(RangeError);
});
