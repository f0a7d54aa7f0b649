import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '@assay/database/prepare-database';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import type { Env } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import { freePort } from '@assay/postgres/free-port';
import { removePostgres } from '@assay/postgres/remove-postgres';
import { testDatabase } from '@assay/testkit/database/database';
import { Closers } from '../../src/closers.ts';
import { startPlatform } from '../../src/platform.ts';
import { openApi, type Api } from './api.ts';

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

export interface Installation {
  api: Api;
  url: string;
  apiKey: string;
  databaseUrl: string;
  /** Rows of a statement of the superuser, for data that the API does not show. */
  sql<Row>(statement: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/**
 * Every service in this process, over a database of its own in the Postgres of the test run and without a rate limit:
 * the product without its launcher, whose own tests start it as a process.
 */
export async function startInstallation(env: Env = {}, log = testLog): Promise<Installation> {
  const [folder, database] = await Promise.all([temporaryFolder(), testDatabase({ folders: [] })]);
  const suffix = randomBytes(8).toString('hex');
  const roles = [...serviceSchemas, busSchema].map(({ name, ...schema }) => ({
    schema: name,
    role: `${name}_${suffix}`,
    password: suffix,
    ...schema,
  }));
  await prepareDatabase(database.url, roles, testLog);
  const closers = new Closers();
  const port = env.PORT ?? String(await freePort());
  const { url, seeded } = await startPlatform(
    {
      env: {
        ASSAY_INIT_OWNER_EMAIL: 'owner@localhost',
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        BLOBS_DIR: join(folder.path, 'artifacts'),
        RATE_LIMIT_PER_MINUTE: '0',
        ...env,
        HOST: '127.0.0.1',
        PORT: port,
      },
      meshSecret: randomBytes(32).toString('hex'),
      keyEncryptionKey: randomBytes(32).toString('hex'),
      databaseUrl: (name) =>
        Object.assign(new URL(database.url), { username: `${name}_${suffix}`, password: suffix }).toString(),
    },
    log,
    closers,
  );
  const { apiKey } = seeded!;
  return {
    api: await openApi(url, apiKey),
    url,
    apiKey,
    databaseUrl: database.url,
    sql: async <Row>(statement: string) => (await database.pool.query(statement)).rows as Row[],
    stop: async () => {
      await closers.stop();
      for (const { role } of roles) await database.pool.query(`drop owned by ${role} cascade; drop role ${role}`);
      await database.drop();
      await folder.remove();
    },
  };
}
