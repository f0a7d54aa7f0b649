import { terminateBackends, testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { prepared, rows, sql, transaction, type Db, type Statement, type Tx } from '../../src/postgres/db.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase({ folders: [] });
});
afterAll(() => db.drop());

const double = (value: number) => rows<{ twice: number }>(db.pool, prepared`select ${value}::int * 2 as twice`);

test('a prepared statement is planned once by a connection, and answers by its values', async () => {
  expect(await double(2)).toEqual([{ twice: 4 }]);
  expect(await double(21)).toEqual([{ twice: 42 }]);
  expect(await rows(db.pool, sql`select statement from pg_prepared_statements`)).toEqual([
    { statement: 'select $1::int * 2 as twice' },
  ]);
});

test('a row has its columns in camelCase, however its statement is sent', async () => {
  const parts = {
    values: [],
    text: `select 'a' as project_id, null::text as ended_at, 2 as "runNumber" order by project_id`,
  };
  const expected = [{ projectId: 'a', endedAt: null, runNumber: 2 }];
  const onSession = { query: (statement: Statement) => db.pool.query(statement) } as Db;
  for (const over of [db.pool, onSession])
    for (const kind of [{}, { name: 'camel' }, { name: 'camel', isLookup: true as const }])
      expect(await rows(over, { ...parts, ...kind })).toEqual(expected);
  expect(await transaction(db.pool, (tx) => rows(tx, parts))).toEqual(expected);
});

test('it is prepared anew when the connection was lost', async () => {
  await double(1);
  await terminateBackends(db);
  expect(await waitUntil(() => double(4))).toEqual([{ twice: 8 }]);
});

test('statements of a transaction that travel together run in their order, all or none', async () => {
  await db.pool.query('create table kept (id int primary key)');
  const insert = (...ids: number[]) =>
    transaction(db.pool, (tx) =>
      Promise.all(ids.map((id) => rows(tx, prepared`insert into kept values (${id}) returning id`))),
    );
  expect(await insert(1, 2)).toEqual([[{ id: 1 }], [{ id: 2 }]]);
  // The failure of the second statement, and not that the third one came after it.
  await expect(insert(3, 1, 4)).rejects.toMatchObject({ code: '23505' });
  expect(await insert(3)).toEqual([[{ id: 3 }]]);
  expect(await rows(db.pool, sql`select id from kept order by id`)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('a transaction fails with its first failure, however its statements were sent', async () => {
  const failed = (first: (tx: Tx) => Promise<unknown>) =>
    transaction(db.pool, (tx) => Promise.all([first(tx), tx.query('select 1')]));
  await expect(failed((tx) => rows(tx, prepared`select 1 / ${0}::int`))).rejects.toMatchObject({ code: '22012' });
  await expect(failed((tx) => rows(tx, sql`select 1 / ${0}::int`))).rejects.toMatchObject({ code: '22012' });
  await expect(
    transaction(db.pool, async (tx) => {
      await tx.query('select 1 / 0').catch(() => undefined);
      await tx.query('select 1');
    }),
  ).rejects.toMatchObject({ code: '22012' });
});

test('a transaction whose connection is lost fails, and the next one has another connection', async () => {
  let isLost = false;
  const lost = transaction(db.pool, (tx) => Promise.all([rows(tx, sql`select pg_sleep(30)`), rows(tx, sql`select 1`)]));
  lost.catch(() => {
    isLost = true;
  });
  await waitUntil(async () => {
    await terminateBackends(db);
    return isLost;
  });
  await expect(lost).rejects.toThrow();
  expect(await transaction(db.pool, (tx) => rows(tx, sql`select 1 as one`))).toEqual([{ one: 1 }]);
});
