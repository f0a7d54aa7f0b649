import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rows, sql } from '@assay/kit/postgres/db';
import { terminateBackends, testDatabase, type TestDatabase } from './database.ts';
import { waitUntil } from '../until.ts';

let folder: string;
const open: TestDatabase[] = [];
const database = async () => {
  const db = await testDatabase({ folders: [folder] });
  open.push(db);
  return db;
};
const count = async ({ pool }: TestDatabase) =>
  (await rows<{ n: number }>(pool, sql`select count(*)::int as n from things`))[0]?.n;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(
    join(folder, '0001_things.sql'),
    'create table things (id int primary key); insert into things values (1);',
  );
});
afterAll(async () => {
  await Promise.all(open.map((db) => db.drop()));
  await rm(folder, { recursive: true });
});

test('databases that are opened at the same time have equal migrations and separate rows', async () => {
  const [first, second] = await Promise.all([database(), database()]);
  await first.pool.query('insert into things values (2)');
  expect([await count(first), await count(second)]).toEqual([2, 1]);
});

test('an edited migration is not served from the old template', async () => {
  await database();
  await writeFile(join(folder, '0002_more.sql'), 'insert into things values (7), (8);');
  expect(await count(await database())).toBe(3);
});

test('a pool recovers from the loss of all its connections', async () => {
  const db = await database();
  const before = await count(db);
  expect(await terminateBackends(db)).toBe(1);
  expect(await waitUntil(() => count(db))).toBe(before);
});

test('a database is dropped while a connection to it is open', async () => {
  const db = await testDatabase({ folders: [folder] });
  const [{ name } = { name: '' }] = await rows<{ name: string }>(db.pool, sql`select current_database() as name`);
  await db.drop();
  const other = await database();
  expect(await rows(other.pool, sql`select from pg_database where datname = ${name}`)).toEqual([]);
});
