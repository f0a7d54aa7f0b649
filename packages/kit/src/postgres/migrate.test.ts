import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { rows, sql } from './db.ts';
import { migrate } from './migrate.ts';

let db: TestDatabase;
let folder: string;
beforeEach(async () => {
  [db, folder] = await Promise.all([testDatabase({ folders: [] }), mkdtemp(join(tmpdir(), 'migrate-'))]);
});
afterEach(() => Promise.all([db.drop(), rm(folder, { recursive: true })]));

const write = (files: Record<string, string>) =>
  Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
const run = () => migrate(db.pool, [folder]);
const tables = async () =>
  (
    await rows<{ name: string }>(
      db.pool,
      sql`
  select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
  ).map(({ name }) => name);

test('files are applied in the order of their numbers, and only once', async () => {
  await write({
    '0002_b.sql': 'alter table a add column b int',
    '0001_a.sql': 'create table a (id int)',
    'notes.md': 'no sql',
  });
  expect(await run()).toEqual(['0001_a.sql', '0002_b.sql']);
  expect(await run()).toEqual([]);
});

test('folders are applied in the given order, not in the order of their numbers', async () => {
  const first = await mkdtemp(join(tmpdir(), 'migrate-'));
  await writeFile(join(first, '0007_base.sql'), 'create table base (id int primary key)');
  await write({ '0001_leaf.sql': 'create table leaf (id int references base)' });
  expect(await migrate(db.pool, [first, folder])).toEqual(['0007_base.sql', '0001_leaf.sql']);
  await rm(first, { recursive: true });
});

test('processes that start together apply each file once', async () => {
  await write({ '0001_a.sql': 'create table a (id int)', '0002_b.sql': 'create table b (id int)' });
  const applied = await Promise.all([run(), run(), run(), run()]);
  expect(applied.flat().sort()).toEqual(['0001_a.sql', '0002_b.sql']);
});

test('a file that fails leaves nothing of itself, keeps those before it and is named', async () => {
  await write({ '0001_a.sql': 'create table a (id int)', '0002_b.sql': 'create table b (id int); select 1 / 0;' });
  await expect(run()).rejects.toThrow('0002_b.sql failed: division by zero');
  expect(await tables()).toEqual(['a', 'migrations']);
});

test('an applied file that was edited is refused by name, before anything else runs', async () => {
  await write({ '0001_a.sql': 'create table a (id int)' });
  await run();
  await write({ '0001_a.sql': 'create table a (id bigint)', '0002_b.sql': 'create table b (id int)' });
  await expect(run()).rejects.toMatchObject({
    migration: '0001_a.sql',
    message: expect.stringContaining('0001_a.sql was edited'),
  });
  expect(await tables()).toEqual(['a', 'migrations']);
});

test('a file that comes before an applied one is refused', async () => {
  await write({ '0002_b.sql': 'create table b (id int)' });
  await run();
  await write({ '0001_a.sql': 'create table a (id int)' });
  await expect(run()).rejects.toThrow('0001_a.sql comes before 0002_b.sql');
});

test('the previous version still starts on a schema that the next one migrated', async () => {
  await write({ '0001_a.sql': 'create table a (id int)', '0002_b.sql': 'create table b (id int)' });
  await run();
  await rm(join(folder, '0002_b.sql'));
  expect(await run()).toEqual([]);
});

test.each([
  ['has no number', { 'a.sql': '' }, 'a.sql is not named like'],
  ['shares its number', { '0001_a.sql': '', '0001_b.sql': '' }, '0001_a.sql and 0001_b.sql have the same number'],
])('a file that %s is refused', async (_, files, message) => {
  await write(files);
  await expect(run()).rejects.toThrow(message);
});

test('a file whose table is locked gives up its place in the queue and is applied later', async () => {
  await write({ '0001_a.sql': 'create table a (id int)' });
  await run();
  await write({ '0002_b.sql': 'alter table a add column b int' });
  const reader = await db.pool.connect();
  await reader.query('begin');
  await reader.query('select * from a');
  const applied = run();
  const waiting = async (count: number) =>
    (await rows(db.pool, sql`select from pg_locks where not granted and relation = 'a'::regclass`)).length === count;
  await waitUntil(() => waiting(1));
  await waitUntil(() => waiting(0));
  await reader.query('commit');
  reader.release();
  expect(await applied).toEqual(['0002_b.sql']);
});
