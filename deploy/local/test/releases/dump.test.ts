import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase, type ServiceDatabase } from '@assay/database/prepare-database';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { testLog } from '../support/installation.ts';
import { dumpDatabase, packDump, restoreDump, unpackDump } from './dump.ts';

const role = `notes_${randomBytes(4).toString('hex')}`;
let folder: string;
let tenant: ServiceDatabase;
let [from, to]: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-dump-'));
  tenant = { schema: 'notes', role, password: 'x', migrations: [folder] };
  await writeFile(
    join(folder, '0001_notes.sql'),
    `create table notes (id int generated always as identity primary key, at timestamptz(3) not null, said json, raw bytea,
       twice int generated always as (id * 2) stored, reply_to int references notes, tags text[]) ;
     create table days (at timestamptz(3) not null) partition by range (at);
     create table days_rest partition of days default;`,
  );
  [from, to] = await Promise.all([testDatabase({ folders: [] }), testDatabase({ folders: [] })]);
  await prepareDatabase(from.url, [tenant], testLog);
  await from.pool.query(`
    insert into notes.notes (at, said, raw, reply_to, tags) values
      ('2026-01-02 03:04:05.678+02', '{"b": 1,  "a":1.50}', '\\x00ff', 2, array['x', null, 'y,"z']),
      ('2026-01-02', null, null, null, '{}');
    insert into notes.days values ('2026-01-02')`);
});
afterAll(async () => {
  for (const { pool } of [from!, to!]) await pool.query(`drop owned by ${role} cascade`);
  await from!.pool.query(`drop role ${role}`);
  await Promise.all([from!.drop(), to!.drop()]);
  await rm(folder, { recursive: true });
});

const rowsOf = async ({ pool }: TestDatabase) =>
  (await pool.query<{ row: string }>('select t::text as row from notes.notes t order by id')).rows;

test('a dump brings back every row as it was, below a schema of its time, and counts on', async () => {
  const packed = packDump(await dumpDatabase(from!.url, ['notes']));
  expect(packDump(await dumpDatabase(from!.url, ['notes'])).equals(packed)).toBe(true);
  // A later migration is no part of the dump.
  await writeFile(join(folder, '0002_more.sql'), 'alter table notes add column more text;');
  await restoreDump(to!.url, unpackDump(packed), [tenant], join(folder, 'then'), testLog);
  expect(await rowsOf(to!)).toEqual(await rowsOf(from!));
  expect((await to!.pool.query('select from notes.days_rest')).rowCount).toBe(1);
  const { rows } = await to!.pool.query<{ id: number }>(`insert into notes.notes (at) values (now()) returning id`);
  expect(rows).toEqual([{ id: 3 }]);
  await prepareDatabase(to!.url, [tenant], testLog);
  expect((await to!.pool.query('select more from notes.notes')).rowCount).toBe(3);
});

test('a dump is not restored when a migration of its time was edited or is gone', async () => {
  const dump = await dumpDatabase(from!.url, ['notes']);
  await writeFile(join(folder, '0001_notes.sql'), 'create table notes ();');
  await expect(restoreDump(to!.url, dump, [tenant], join(folder, 'then'), testLog)).rejects.toThrow(
    'notes: 0001_notes.sql was edited',
  );
  await rm(join(folder, '0001_notes.sql'));
  await expect(restoreDump(to!.url, dump, [tenant], join(folder, 'then'), testLog)).rejects.toThrow(
    'notes: 0001_notes.sql is gone',
  );
});
