import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openCluster } from '@assay/postgres/cluster';
import { copyDataFolder } from '@assay/postgres/copy-cluster';
import { freePort } from '@assay/postgres/free-port';
import { runToEnd } from '@assay/postgres/run';
import { SETTINGS } from '@assay/postgres/server-settings';
import type { RunningPostgres } from '@assay/postgres/start-postgres';
import { testLog } from '../../../local/test/support/installation.ts';

/** A Postgres that follows another one. */
export interface Standby {
  port: number;
  start(): Promise<void>;
  /** Makes it a primary; resolves when it takes writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const NAME = 'standby';

/** Lets a stopped or running cluster acknowledge a commit only when its standby has it, from its next start on. */
export const permitStandby = (cluster: string): Promise<void> =>
  appendFile(join(cluster, 'postgresql.conf'), `\nsynchronous_standby_names = '${NAME}'\n`);

interface StandbyOptions {
  /** The data folder of a primary that does not run. */
  from: string;
  /** The data folder of the standby, which is empty. */
  to: string;
  primary: RunningPostgres;
}

/** Copies a primary into a standby, which is started by `pg_ctl` once the primary runs. */
export async function makeStandby({ from, to, primary }: StandbyOptions): Promise<Standby> {
  await copyDataFolder(from, to, { files: [], log: testLog });
  const { postgres, folder: cluster, account } = await openCluster(to, { durable: true, log: testLog });
  const port = await freePort();
  const conninfo = Object.assign(new URL(primary.superuserUrl), { search: `application_name=${NAME}` }).toString();
  await appendFile(
    join(cluster, 'postgresql.conf'),
    Object.entries({ ...SETTINGS, port, primary_conninfo: conninfo, synchronous_standby_names: '' })
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  );
  await writeFile(join(cluster, 'standby.signal'), '');
  const pgCtl = (...args: string[]) =>
    runToEnd(
      join(dirname(postgres), 'pg_ctl'),
      [...args, '--wait', '--silent', '-D', cluster, '--log', join(cluster, 'standby.log')],
      account,
    );
  return {
    port,
    start: () => pgCtl('start'),
    promote: () => pgCtl('promote'),
    stop: () => pgCtl('stop', '--mode', 'immediate'),
  };
}
