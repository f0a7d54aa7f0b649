import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase, type ServiceDatabase } from '@assay/database/prepare-database';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import type { Env } from '@assay/kit/env';
import { createLog, type Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import { readMigrations } from '@assay/kit/postgres/migrate';
import { freePort } from '@assay/postgres/free-port';
import { removePostgres } from '@assay/postgres/remove-postgres';
import { preparedDatabase } from '@assay/testkit/database/database';
import { Closers } from '../../src/closers.ts';
import { startPlatform, type Platform } from '../../src/platform.ts';
import { openApi, type Api } from './api.ts';
import { Person } from './person.ts';

export const testLog = createLog('test', 'silent');

/**
 * A data folder that is deleted at the end. The cleanup at the start of a test run skips its name, because between two
 * launchers no process holds it.
 */
export interface TestFolder {
  path: string;
  remove(): Promise<void>;
}

export async function temporaryFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), 'assay-e2e-'));
  return { path, remove: () => removePostgres(path, testLog) };
}

/** Every schema of the product, each with a role that `roleOf` names and whose password is its name. */
export const productSchemas = (roleOf: (schema: string) => string = (schema) => schema): ServiceDatabase[] =>
  [...serviceSchemas, busSchema].map(({ name, ...schema }) => ({
    schema: name,
    role: roleOf(name),
    password: roleOf(name),
    ...schema,
  }));

/** A database with the schemas of the product. */
export interface InstallationDatabase {
  /** A pool of the superuser, who sees every schema. */
  pool: Pool;
  /** The URL of a service's role. */
  urlOf(schema: string): string;
  remove(): Promise<void>;
}

export interface Installation extends Pick<InstallationDatabase, 'pool' | 'urlOf'> {
  api: Api;
  url: string;
  apiKey: string;
  /** Rows of a statement of the superuser, for data that the API does not show. */
  sql<Row>(statement: string): Promise<Row[]>;
  addresses: Platform['addresses'];
  /** Settings for a further runner. */
  runnerEnv: Record<string, string>;
  /** The owner of the installation, signed in, for operations that keys cannot call. */
  owner(): Promise<Person>;
  stop(): Promise<void>;
}

/**
 * Every service in this process, over a database of its own in the Postgres of the test run and without a rate limit:
 * the product without its launcher, whose own tests start it as a process.
 */
export const startInstallation = async (env: Env = {}, log = testLog): Promise<Installation> =>
  startOn(await sharedDatabase(), env, log);

/** A copy of a migrated database; the roles are shared by all copies. */
async function sharedDatabase(): Promise<InstallationDatabase> {
  const schemas = productSchemas((name) => `${name}_of_installations`);
  const migrations = await Promise.all(
    schemas.flatMap(({ migrations: folders, guarded }) => [folders, guarded?.migrations ?? []]).map(readMigrations),
  );
  const { url, pool, drop } = await preparedDatabase(`installation ${JSON.stringify(migrations)}`, (to) =>
    prepareDatabase(to, schemas, testLog),
  );
  const roles = new Map(schemas.map(({ schema, role }) => [schema, role]));
  return {
    pool,
    urlOf: (schema) =>
      Object.assign(new URL(url), { username: roles.get(schema), password: roles.get(schema) }).toString(),
    remove: drop,
  };
}

/** The credentials of the owner of an installation. */
export const [ownerEmail, ownerPassword] = ['owner@localhost', 'correct horse battery staple'];

/** Starts the services on this database, which is removed when they are stopped. */
export async function startOn(database: InstallationDatabase, env: Env, log: Logger): Promise<Installation> {
  const folder = await temporaryFolder();
  const [meshSecret, keyEncryptionKey] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  const closers = new Closers();
  const port = env.PORT ?? String(await freePort());
  const { url, seeded, addresses } = await startPlatform(
    {
      env: {
        ASSAY_INIT_OWNER_EMAIL: ownerEmail,
        ASSAY_INIT_OWNER_PASSWORD: ownerPassword,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        BLOBS_DIR: join(folder.path, 'artifacts'),
        RATE_LIMIT_PER_MINUTE: '0',
        ...env,
        HOST: '127.0.0.1',
        PORT: port,
      },
      meshSecret,
      keyEncryptionKey,
      databaseUrl: database.urlOf,
    },
    log,
    closers,
  );
  const { apiKey } = seeded!;
  const { CATALOG_ADDRESS, RUNS_ADDRESS, DIAGNOSTICS_ADDRESS } = addresses;
  return {
    api: await openApi(url, apiKey),
    url,
    apiKey,
    pool: database.pool,
    urlOf: database.urlOf,
    sql: async <Row>(statement: string) => (await database.pool.query(statement)).rows as Row[],
    addresses,
    runnerEnv: {
      MESH_SECRET: meshSecret,
      KEY_ENCRYPTION_KEY: keyEncryptionKey,
      CATALOG_ADDRESS,
      RUNS_ADDRESS,
      DIAGNOSTICS_ADDRESS,
      EGRESS_ALLOW_PRIVATE: 'true',
    },
    owner: async () => {
      const person = new Person(url);
      await person.signIn(ownerEmail, ownerPassword);
      return person;
    },
    stop: async () => {
      await closers.stop();
      await database.remove();
      await folder.remove();
    },
  };
}
