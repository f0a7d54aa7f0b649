import { prepareDatabase } from '@assay/database/prepare-database';
import type { Env } from '@assay/kit/env';
import { openPool } from '@assay/kit/postgres/db';
import { privatePostgres, type PrivatePostgres } from '@assay/testkit/database/private-postgres';
import { productSchemas, startOn, testLog, type Installation } from './installation.ts';

export interface OnOwnPostgres extends Installation {
  postgres: PrivatePostgres;
}

/** Every service in this process, on a Postgres that the test may stop and start again. */
export async function startOnOwnPostgres(env: Env): Promise<OnOwnPostgres> {
  const postgres = await privatePostgres();
  await prepareDatabase(postgres.url, productSchemas(), testLog);
  const pool = openPool(postgres.url, testLog, { max: 2 });
  const database = {
    pool,
    urlOf: (role: string) => Object.assign(new URL(postgres.url), { username: role, password: role }).toString(),
    remove: async () => {
      await pool.end();
      await postgres.remove();
    },
  };
  return { ...(await startOn(database, env, testLog)), postgres };
}
