import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { openPool, type Pool } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import { migrate, readMigrations } from '@assay/kit/postgres/migrate';

/** A database for one test file only, dropped after it. */
export interface TestDatabase {
  url: string;
  pool: Pool;
  drop(): Promise<void>;
}

const quiet = createLog('test', 'silent');
/** Longer than the stalls of a busy machine, in milliseconds. */
const CONNECT_MS = 20_000;

/**
 * Creates an empty database with the migrations of `folders`. The first call for a set of migrations builds a
 * template, and later calls copy it, also in other jest workers.
 */
export async function testDatabase({ folders }: { folders: string[] }): Promise<TestDatabase> {
  const template = await templateOf(folders);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin((admin) => admin.query(`create database ${name} template ${template}`));
  const pool = openPool(urlOf(name), quiet, { connectMs: CONNECT_MS });
  return {
    url: urlOf(name),
    pool,
    async drop() {
      await pool.end();
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Cuts every connection to the database, as a restart of Postgres would; returns their number. */
export async function terminateBackends({ url }: Pick<TestDatabase, 'url'>): Promise<number> {
  const { rowCount } = await asAdmin((admin) =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      new URL(url).pathname.slice(1),
    ]),
  );
  return rowCount ?? 0;
}

/** The template with exactly these migrations. It gets its name only when it is complete. */
async function templateOf(folders: string[]): Promise<string> {
  const series = await readMigrations(folders);
  const hash = createHash('sha256').update(JSON.stringify(series)).digest('hex').slice(0, 16);
  const [name, unfinished] = [`template_${hash}`, `unfinished_${hash}`];
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished}`);
    const pool = openPool(urlOf(unfinished), quiet, { max: 1, connectMs: CONNECT_MS });
    await migrate(pool, folders).finally(() => pool.end());
    await admin.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

/** Runs `work` on its own connection to the server of jest's global setup; its locks end with the connection. */
async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: serverUrl() });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

const urlOf = (database: string): string =>
  Object.assign(new URL(serverUrl()), { pathname: `/${database}` }).toString();

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the test through `npm test`, which starts a Postgres.');
  return url;
}
