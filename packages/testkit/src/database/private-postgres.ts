import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@assay/kit/log';
import { isAbandoned } from '@assay/postgres/claim';
import { removePostgres } from '@assay/postgres/remove-postgres';
import { startPostgres, type Postgres } from '@assay/postgres/start-postgres';

const log = createLog('postgres', 'silent');
/** What the names of all folders begin with that tests have their Postgres in. */
const PREFIX = 'assay-test-';

/** A Postgres of our own that forgets everything. */
export interface PrivatePostgres {
  /** Of the superuser, on the database `postgres`; the same after a restart. */
  url: string;
  stop(): Promise<void>;
  /** Starts it again after stop(), with its data and on its port. */
  start(): Promise<void>;
  /** Stops it if it runs and deletes its data. */
  remove(): Promise<void>;
}

export async function privatePostgres(prefix = PREFIX): Promise<PrivatePostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  const run = () => startPostgres({ dataDir, durable: false, log });
  let running: Postgres | undefined = await run();
  const url = running.superuserUrl;
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  return {
    url,
    stop,
    async start() {
      running ??= await run();
      if (running.superuserUrl !== url) throw new Error('Somebody took the port of the stopped Postgres.');
    },
    async remove() {
      await stop();
      await removePostgres(dataDir, log);
    },
  };
}

/** Deletes what killed test runs left behind, as far as it is ours and no other run is already at it. */
export async function removeLeftovers(prefix = PREFIX): Promise<void> {
  const folders = (await readdir(tmpdir()))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(tmpdir(), name));
  await Promise.allSettled(
    folders.map(async (folder) => {
      if (await isAbandoned(folder)) await removePostgres(folder, log);
    }),
  );
}
