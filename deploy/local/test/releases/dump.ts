import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { ServiceDatabase } from '@assay/database/prepare-database';
import { prepareDatabase } from '@assay/database/prepare-database';
import type { Logger } from '@assay/kit/log';
import { readMigrations } from '@assay/kit/postgres/migrate';
import pg from 'pg';

/** The rows of a table as Postgres prints their values. */
interface DumpedTable {
  table: string;
  columns: string[];
  rows: (string | null)[][];
}

/** The rows of every schema of the product, and how far its sequences are. */
export interface Dump {
  tables: DumpedTable[];
  sequences: { sequence: string; value: string; isCalled: boolean }[];
}

/** Every value is printed the same way, independent of the server's settings. */
const SETTINGS = `set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1; set intervalstyle = 'iso_8601'; set datestyle = 'ISO'`;

/** Values stay the text that Postgres prints. */
const AS_TEXT = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig;

/** Reads every row of these schemas as the superuser of `url`. The same rows make the same dump. */
export async function dumpDatabase(url: string, schemas: string[]): Promise<Dump> {
  return asSuperuser(url, async (db) => {
    // One moment of all schemas.
    await db.query('begin isolation level repeatable read read only');
    const tables: DumpedTable[] = [];
    for (const { table, columns } of await tablesOf(db, schemas)) {
      const { rows } = await db.query<(string | null)[]>({
        text: `select ${columns.map(quoted).join(', ')} from ${table} t order by (t.*)::text collate "C"`,
        rowMode: 'array',
        types: AS_TEXT,
      });
      tables.push({ table, columns, rows });
    }
    const { rows: sequences } = await db.query<{ sequence: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as sequence
       from pg_sequences where schemaname = any($1) order by 1`,
      [schemas],
    );
    const counted = [];
    for (const { sequence } of sequences) {
      const [row] = (
        await db.query<{ value: string; isCalled: boolean }>(
          `select last_value::text as value, is_called as "isCalled" from ${sequence}`,
        )
      ).rows;
      counted.push({ sequence, ...row! });
    }
    return { tables, sequences: counted };
  });
}

/**
 * Makes the schemas of `tenants` in the empty database of `url` as they were when the dump was made, with its rows. The
 * migrations of that time are the ones that the dump names, taken from the folders of today.
 * @throws an Error when one of them is gone or was edited: a migration that was released never changes.
 */
export async function restoreDump(
  url: string,
  { tables, sequences }: Dump,
  tenants: ServiceDatabase[],
  folder: string,
  log: Logger,
): Promise<void> {
  const then = await Promise.all(tenants.map((tenant) => asOf(tables, tenant, folder)));
  await prepareDatabase(url, then, log);
  await asSuperuser(url, async (db) => {
    await db.query('begin');
    // No trigger fires, and no reference is checked: the rows are as they were.
    await db.query('set local session_replication_role = replica');
    for (const { table, columns, rows } of tables.filter(({ table: name }) => !isMigrations(name))) {
      await db.query(`delete from ${table}`);
      const places = columns.map((_, i) => `$${i + 1}`).join(', ');
      const text = `insert into ${table} (${columns.map(quoted).join(', ')}) overriding system value values (${places})`;
      for (const row of rows) await db.query(text, row);
    }
    for (const { sequence, value, isCalled } of sequences)
      await db.query('select setval($1, $2, $3)', [sequence, value, isCalled]);
    await db.query('commit');
  });
}

export const packDump = (dump: Dump): Buffer => brotliCompressSync(JSON.stringify(dump));
export const unpackDump = (packed: Buffer): Dump => JSON.parse(brotliDecompressSync(packed).toString()) as Dump;

const isMigrations = (table: string): boolean => table.endsWith('.migrations');

/** The tenant with the migrations that the dump has of it, in folders of their own. */
async function asOf(tables: DumpedTable[], tenant: ServiceDatabase, folder: string): Promise<ServiceDatabase> {
  const { schema, migrations, guarded } = tenant;
  return {
    ...tenant,
    migrations: await releasedFolders(tables, schema, migrations, folder),
    ...(guarded && {
      guarded: { ...guarded, migrations: await releasedFolders(tables, guarded.schema, guarded.migrations, folder) },
    }),
  };
}

async function releasedFolders(
  tables: DumpedTable[],
  schema: string,
  folders: string[],
  to: string,
): Promise<string[]> {
  const { columns = [], rows = [] } = tables.find(({ table }) => table === `${schema}.migrations`) ?? {};
  const [name, sha256] = [columns.indexOf('name'), columns.indexOf('sha256')];
  const released = new Map(rows.map((row) => [row[name]!, row[sha256]!]));
  const series = await readMigrations(folders);
  const faults = [...released].flatMap(([file, hash]) => {
    const found = series.flat().find((migration) => migration.name === file);
    return found?.sha256 === hash ? [] : [`${schema}: ${file} ${found ? 'was edited' : 'is gone'}`];
  });
  if (faults.length > 0)
    throw new Error(`Migrations of a released version never change; write a new file.\n${faults.join('\n')}`);
  return Promise.all(
    series.map(async (files, i) => {
      const target = join(to, schema, `${i}-${basename(folders[i]!)}`);
      await mkdir(target, { recursive: true });
      for (const { name: file, text } of files) if (released.has(file)) await writeFile(join(target, file), text);
      return target;
    }),
  );
}

/** Partitions are read and written through their tables; generated columns follow from the others. */
async function tablesOf(db: pg.Client, schemas: string[]): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await db.query<{ table: string; columns: string[] }>(
    `select quote_ident(nspname) || '.' || quote_ident(relname) as table, columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace,
       lateral (select array_agg(attname::text order by attnum) as columns from pg_attribute
                where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as known
     where nspname = any($1) and relkind in ('r', 'p') and not relispartition order by 1`,
    [schemas],
  );
  return rows;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function asSuperuser<T>(url: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    await db.query(SETTINGS);
    return await work(db);
  } finally {
    await db.end();
  }
}
