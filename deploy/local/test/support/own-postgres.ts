import { randomBytes } from 'node:crypto';
import { prepareDatabase } from '@assay/database/prepare-database';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import type { Env } from '@assay/kit/env';
import { openPool, type Pool } from '@assay/kit/postgres/db';
import { privatePostgres, type PrivatePostgres } from '@assay/testkit/database/private-postgres';
import { Closers } from '../../src/closers.ts';
import { startPlatform, type Platform } from '../../src/platform.ts';
import { openApi, type Api } from './api.ts';
import { testLog } from './installation.ts';
import { Person } from './person.ts';

const [email, password] = ['owner@localhost', 'correct horse battery staple'];

export interface OnOwnPostgres {
  api: Api;
  url: string;
  postgres: PrivatePostgres;
  /** A pool of the superuser, who sees every schema. */
  pool: Pool;
  addresses: Platform['addresses'];
  /** Settings for a further runner. */
  runnerEnv: Record<string, string>;
  /** The owner of the installation, signed in, for operations that keys cannot call. */
  owner(): Promise<Person>;
  stop(): Promise<void>;
}

/** Every service in this process, on a Postgres that the test may stop and start again. */
export async function startOnOwnPostgres(env: Env): Promise<OnOwnPostgres> {
  const [postgres, schemas] = [await privatePostgres(), [...serviceSchemas, busSchema]];
  await prepareDatabase(
    postgres.url,
    schemas.map(({ name, ...schema }) => ({ schema: name, role: name, password: name, ...schema })),
    testLog,
  );
  const [meshSecret, keyEncryptionKey] = ['mesh', randomBytes(32).toString('hex')];
  const closers = new Closers();
  const { url, seeded, addresses }: Platform = await startPlatform(
    {
      env: {
        ASSAY_INIT_OWNER_EMAIL: email,
        ASSAY_INIT_OWNER_PASSWORD: password,
        HOST: '127.0.0.1',
        PORT: '0',
        RATE_LIMIT_PER_MINUTE: '0',
        ...env,
      },
      meshSecret,
      keyEncryptionKey,
      databaseUrl: (role) => Object.assign(new URL(postgres.url), { username: role, password: role }).toString(),
    },
    testLog,
    closers,
  );
  const pool = openPool(postgres.url, testLog, { max: 2 });
  return {
    api: await openApi(url, seeded!.apiKey),
    url,
    postgres,
    pool,
    addresses,
    runnerEnv: {
      MESH_SECRET: meshSecret,
      KEY_ENCRYPTION_KEY: keyEncryptionKey,
      CATALOG_ADDRESS: addresses.CATALOG_ADDRESS,
      RUNS_ADDRESS: addresses.RUNS_ADDRESS,
      DIAGNOSTICS_ADDRESS: addresses.DIAGNOSTICS_ADDRESS,
      EGRESS_ALLOW_PRIVATE: 'true',
    },
    owner: async () => {
      const person = new Person(url);
      await person.signIn(email, password);
      return person;
    },
    stop: async () => {
      await pool.end();
      await closers.stop();
      await postgres.remove();
    },
  };
}
