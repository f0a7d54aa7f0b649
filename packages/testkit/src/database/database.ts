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
/** The names of the templates that this process has seen complete, by key. */
const templates = new Map<string, Promise<string>>();
/** The connections to the server of jest's global setup that create and drop databases: a connection costs as much as a database. */
let admins: pg.Pool | undefined;

/**
 * Creates an empty database with the migrations of `folders`. The first call for a set of migrations builds a
 * template, and later calls copy it, also in other jest workers.
 */
export async function testDatabase({ folders }: { folders: string[] }): Promise<TestDatabase> {
  return copyOf(
    await templateOf(JSON.stringify(await readMigrations(folders)), async (url) => {
      const pool = openPool(url, quiet, { max: 1, connectMs: CONNECT_MS });
      await migrate(pool, folders).finally(() => pool.end());
    }),
  );
}

/**
 * Creates a database that `prepare` makes, by its superuser's URL, with all rights and settings of roles in it. The
 * first call for a `key` builds a template, and later calls copy it, also in other jest workers.
 */
export async function preparedDatabase(key: string, prepare: (url: string) => Promise<void>): Promise<TestDatabase> {
  const template = await templateOf(key, prepare);
  const database = await copyOf(template);
  await copyRights(template, new URL(database.url).pathname.slice(1));
  return database;
}

/** Copies the files of the template, which takes a tenth of the time of writing them to the log of Postgres. */
async function copyOf(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin().query(`create database ${name} template ${template} strategy file_copy`);
  const pool = openPool(urlOf(name), quiet, { connectMs: CONNECT_MS });
  return {
    url: urlOf(name),
    pool,
    async drop() {
      await pool.end();
      await asAdmin().query(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Postgres copies neither the rights on a database nor the settings of roles in it. */
async function copyRights(from: string, to: string): Promise<void> {
  const { rows } = await asAdmin().query<{ statement: string }>(
    `select format('revoke all on database %I from public', $2::text) as statement
     union all
     select format('grant %s on database %I to %I', privilege_type, $2::text, rolname)
     from pg_database, aclexplode(datacl) join pg_roles on pg_roles.oid = grantee where datname = $1
     union all
     select format('alter role %I in database %I set %s to %s', rolname, $2::text, split_part(setting, '=', 1), split_part(setting, '=', 2))
     from pg_db_role_setting join pg_database on pg_database.oid = setdatabase join pg_roles on pg_roles.oid = setrole, unnest(setconfig) as setting
     where datname = $1`,
    [from, to],
  );
  await asAdmin().query(rows.map(({ statement }) => statement).join(';'));
}

/** Cuts every connection to the database, as a restart of Postgres would; returns their number. */
export async function terminateBackends({ url }: Pick<TestDatabase, 'url'>): Promise<number> {
  const { rowCount } = await asAdmin().query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [new URL(url).pathname.slice(1)],
  );
  return rowCount ?? 0;
}

/** The template of this key. */
function templateOf(key: string, prepare: (url: string) => Promise<void>): Promise<string> {
  let template = templates.get(key);
  if (!template) {
    template = buildTemplate(createHash('sha256').update(key).digest('hex').slice(0, 16), prepare);
    templates.set(key, template);
    template.catch(() => templates.delete(key));
  }
  return template;
}

/** Builds the template unless another process did. It gets its name only when it is complete. */
async function buildTemplate(hash: string, prepare: (url: string) => Promise<void>): Promise<string> {
  const [name, unfinished] = [`template_${hash}`, `unfinished_${hash}`];
  // Its lock ends with the connection.
  const admin = new pg.Client({ connectionString: serverUrl() });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished}`);
    await prepare(urlOf(unfinished));
    await admin.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await admin.end();
  }
}

function asAdmin(): Pool {
  if (!admins) {
    // Idle connections do not keep the process running.
    admins = new pg.Pool({
      connectionString: serverUrl(),
      max: 2,
      connectionTimeoutMillis: CONNECT_MS,
      allowExitOnIdle: true,
    });
    admins.on('error', () => undefined);
  }
  return admins;
}

const urlOf = (database: string): string =>
  Object.assign(new URL(serverUrl()), { pathname: `/${database}` }).toString();

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the test through `npm test`, which starts a Postgres.');
  return url;
}
