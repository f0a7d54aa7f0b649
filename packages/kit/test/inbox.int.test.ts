import { eventMigrations } from '@assay/kit/bus/migrations';
import { rows, sql, type Tx } from '@assay/kit/postgres/db';
import { once, deleteOldReceipts } from '@assay/kit/events/inbox';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { range } from './harness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ folders: [eventMigrations] });
  await database.pool.query('create table effects (event_id text)');
});
afterAll(() => database.drop());

const effectsOf = async (id: string) =>
  (await rows(database.pool, sql`select from effects where event_id = ${id}`)).length;
const effect = (id: string) => async (tx: Tx) => {
  await tx.query(sql`insert into effects values (${id})`);
};

test('an event delivered many times at once takes effect once', async () => {
  await Promise.all(range(8).map(() => once(database.pool, 'evt_1', effect('evt_1'))));
  await once(database.pool, 'evt_1', effect('evt_1'));
  expect(await effectsOf('evt_1')).toBe(1);
});

test('an effect that fails leaves no receipt, so the next delivery applies it', async () => {
  await expect(
    once(database.pool, 'evt_2', async (tx) => {
      await effect('evt_2')(tx);
      throw new Error('half way');
    }),
  ).rejects.toThrow('half way');
  expect(await effectsOf('evt_2')).toBe(0);
  await once(database.pool, 'evt_2', effect('evt_2'));
  expect(await effectsOf('evt_2')).toBe(1);
});

test('receipts are forgotten after a month, not before', async () => {
  await database.pool.query(`
    insert into inbox (event_id, received_at) values ('old', now() - interval '31 days'), ('recent', now() - interval '29 days')`);
  await deleteOldReceipts(database.pool);
  const kept = await rows<{ eventId: string }>(
    database.pool,
    sql`select event_id from inbox where event_id in ('old', 'recent')`,
  );
  expect(kept).toEqual([{ eventId: 'recent' }]);
});
