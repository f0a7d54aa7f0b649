import { terminateBackends, testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { prepared, rows, sql } from '../src/postgres/db.ts';

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

test('it is prepared anew when the connection was lost', async () => {
  await double(1);
  await terminateBackends(db);
  expect(await waitUntil(() => double(4))).toEqual([{ twice: 8 }]);
});
