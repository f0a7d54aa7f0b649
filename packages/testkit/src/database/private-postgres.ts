import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@assay/kit/log';
import { removeAbandoned } from '@assay/postgres/remove-abandoned';
import { removePostgres } from '@assay/postgres/remove-postgres';
import { startPostgres, type RunningPostgres } from '@assay/postgres/start-postgres';

const log = createLog('postgres', 'silent');
/** The prefix of all folders that hold the Postgres of tests. */
const PREFIX = 'assay-test-';

/** A private Postgres without durability. */
export interface PrivatePostgres {
  /** The superuser's URL of the database `postgres`; unchanged by a restart. */
  url: string;
  /** Deleted by `remove`, with all that is in it. */
  folder: string;
  stop(): Promise<void>;
  /** Starts it again after `stop`, with its data and on its port. */
  start(): Promise<void>;
  /** Stops it when it runs, and deletes its data. */
  remove(): Promise<void>;
}

export async function privatePostgres(prefix = PREFIX): Promise<PrivatePostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  const run = () => startPostgres({ dataDir, durable: false, log });
  let running: RunningPostgres | undefined = await run();
  const url = running.superuserUrl;
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  return {
    url,
    folder: dataDir,
    stop,
    async start() {
      running ??= await run();
      if (running.superuserUrl !== url) throw new Error('Another process took the port of the stopped Postgres.');
    },
    async remove() {
      await stop();
      await removePostgres(dataDir, log);
    },
  };
}

/** Deletes the leftovers of killed test runs that belong to us and that no other run is deleting. */
export const removeLeftovers = (prefix = PREFIX): Promise<void> => removeAbandoned(prefix, log);
