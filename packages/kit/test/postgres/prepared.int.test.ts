import pg from 'pg';
import { openPool, prepared, rows, sql, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { log } from '../harness.ts';

let database: TestDatabase;
let pool: Pool;
let client: Tx;
beforeAll(async () => {
  database = await testDatabase({ folders: [] });
  pool = openPool(database.url, log, { max: 2 });
  client = await pool.connect();
});
afterAll(async () => {
  client.release();
  await pool.end();
  await database.drop();
});

const VALUES = {
  nothing: null,
  number: 7,
  text: "O'Neil; \u{1F600}",
  flag: true,
  at: new Date(1_700_000_000_123),
  bytes: Buffer.from([0, 1, 255]),
  list: ['a', '"b"', null],
  document: { a: [1, { b: null }] },
};

const everyType = ({ nothing, number, text, flag, at, bytes, list, document } = VALUES) =>
  prepared`select ${nothing}::text as nothing, ${number}::int as number, ${text}::text as text, ${flag}::boolean as flag,
    ${at}::timestamptz as at, ${bytes}::bytea as bytes, ${list}::text[] as list, ${document}::jsonb as document`;

test('values of every type come back each time', async () => {
  for (const number of [7, 8])
    expect(await rows(client, everyType({ ...VALUES, number }))).toEqual([{ ...VALUES, number }]);
  const { rows: ofPg } = await client.query(everyType());
  expect(await rows(client, everyType())).toEqual(ofPg);
});

test('statements without rows, and with several, are answered', async () => {
  await client.query('create temporary table notes (id int primary key)');
  const add = (ids: number[]) => rows(client, prepared`insert into notes select unnest(${ids}::int[])`);
  expect([await add([1]), await add([2, 3])]).toEqual([[], []]);
  const list = () => rows(client, prepared`select id from notes order by id`);
  for (const found of [await list(), await list()]) expect(found).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('a refused statement rejects with the stack of its caller, and can be sent again', async () => {
  const divide = (by: number) => rows<{ n: number }>(client, prepared`select 6 / ${by}::int as n`);
  await expect(divide(0)).rejects.toMatchObject({
    code: '22012',
    stack: expect.stringContaining('prepared.int.test'),
  });
  expect(await divide(2)).toEqual([{ n: 3 }]);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  await expect(rows(client, prepared`select no_column`)).rejects.toMatchObject({ code: '42703' });
});

test('over a pool, a statement that is refused leaves the connection open', async () => {
  const { totalCount } = pool;
  await expect(rows(pool, prepared`select 1 / ${0}::int`)).rejects.toMatchObject({ code: '22012' });
  const [first] = await rows<{ pid: number }>(pool, prepared`select pg_backend_pid() as pid`);
  await expect(rows(pool, prepared`select 1 / ${0}::int`)).rejects.toMatchObject({ code: '22012' });
  expect(await rows(pool, prepared`select pg_backend_pid() as pid`)).toEqual([first]);
  expect(pool.totalCount).toBeLessThanOrEqual(totalCount + 1);
});

test('a statement whose columns have changed is refused, so no row is read under old names', async () => {
  await client.query('create temporary table wide (a int); insert into wide values (1)');
  const read = () => rows(client, prepared`select * from wide`);
  expect(await read()).toEqual([{ a: 1 }]);
  await client.query('alter table wide add column b int');
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
});

test('a value that cannot be read rejects, and the next statement is answered', async () => {
  const { CIRCLE } = pg.types.builtins;
  const parse = pg.types.getTypeParser(CIRCLE, 'text');
  pg.types.setTypeParser(CIRCLE, () => {
    throw new Error('no circle');
  });
  try {
    await expect(rows(client, prepared`select '<(1,2),3>'::circle union all select null`)).rejects.toThrow('no circle');
  } finally {
    pg.types.setTypeParser(CIRCLE, parse);
  }
  expect(await rows(client, prepared`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a value that is not JSON is not sent', async () => {
  const circle: { own?: object } = {};
  circle.own = circle;
  await expect(rows(client, prepared`select ${circle}::json`)).rejects.toThrow(TypeError);
  expect(await rows(client, prepared`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('statements of a transaction keep their order', async () => {
  await pool.query('create table steps (n int)');
  await transaction(pool, async (tx) => {
    const [, found] = await Promise.all([
      rows(tx, prepared`insert into steps values (${1})`),
      rows(tx, prepared`select n from steps`),
      rows(tx, sql`insert into steps values (${2})`),
    ]);
    expect(found).toEqual([{ n: 1 }]);
  });
  expect(await rows(pool, sql`select n from steps order by n`)).toEqual([{ n: 1 }, { n: 2 }]);
});
