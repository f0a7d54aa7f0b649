import { lookup, openPool, rows, type Pool } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { log } from '../harness.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase({ folders: [] });
  pool = openPool(database.url, log, { max: 10 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const together = <T>(count: number, look: (i: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
  Promise.allSettled(Array.from({ length: count }, (_, i) => look(i)));

test('lookups of one moment share a few connections, and give them back', async () => {
  const looks = await together(20, (i) =>
    rows<{ i: number; pid: number }>(pool, lookup`select ${i}::int as i, pg_backend_pid() as pid`),
  );
  const found = looks.map((look) => (look as PromiseFulfilledResult<{ i: number; pid: number }[]>).value[0]!);
  expect(found.map(({ i }) => i)).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(new Set(found.map(({ pid }) => pid)).size).toBe(3);
  expect([pool.totalCount, pool.idleCount]).toEqual([3, 3]);
});

test('a lookup that fails takes no other one with it', async () => {
  const looks = await together(8, (i) => rows(pool, lookup`select 1 / (${i}::int - 3) as n`));
  expect(looks.map(({ status }) => status)).toEqual(
    Array.from({ length: 8 }, (_, i) => (i === 3 ? 'rejected' : 'fulfilled')),
  );
});

test('lookups over a lost connection fail together, and later ones have another one', async () => {
  const looks = await together(4, (i) =>
    rows(pool, lookup`select case when ${i}::int = 1 then pg_terminate_backend(pg_backend_pid()) end`),
  );
  expect(looks.slice(1).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await rows(pool, lookup`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('more lookups than the pool has connections all get an answer', async () => {
  const looks = await together(200, (i) => rows<{ i: number }>(pool, lookup`select ${i}::int as i`));
  expect(looks.map((look) => (look as PromiseFulfilledResult<{ i: number }[]>).value[0]!.i)).toEqual(
    Array.from({ length: 200 }, (_, i) => i),
  );
  expect(pool.totalCount).toBeLessThanOrEqual(10);
});
