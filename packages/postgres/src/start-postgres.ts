import { resolve } from 'node:path';
import { makeFolder } from '@assay/kit/files/make-folder';
import { claimFolder, type FolderClaim } from './folder-claim.ts';
import { openCluster, type ClusterOptions } from './cluster.ts';
import { explainDiskError } from './explain.ts';
import { freePort } from './free-port.ts';
import { stopOrphan } from './orphan.ts';
import { serveCluster } from './server.ts';
import { writeState } from './state.ts';

export interface PostgresOptions extends ClusterOptions {
  /** The folder for everything, unless root has to put the cluster elsewhere; created when missing. */
  dataDir: string;
}

export interface RunningPostgres {
  port: number;
  /** The folder of the database's files: the data folder, unless root had to put them elsewhere. */
  folder: string;
  superuserUrl: string;
  /** A connection string; defaults are the database `postgres`, the superuser and its password. */
  urlFor(database?: string, role?: string, password?: string): string;
  /** Rejects when Postgres ends without `stop`. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs a private Postgres on 127.0.0.1 over a data folder, which the first start creates. It uses the port of the
 * last start when that is free, and first stops a Postgres that a killed process left running.
 *
 * @throws an Error that tells an operator what to do: the folder is in use, has another major version or cannot be
 * written, or its disk is full.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const folder = resolve(options.dataDir);
  try {
    await makeFolder(folder);
    const claimed = await claimFolder(folder);
    try {
      return await run(folder, options, claimed);
    } catch (error) {
      await claimed.release();
      throw error;
    }
  } catch (error) {
    throw explainDiskError(error, folder);
  }
}

async function run(folder: string, options: PostgresOptions, claimed: FolderClaim): Promise<RunningPostgres> {
  const { log } = options;
  const cluster = await openCluster(folder, options);
  await stopOrphan(cluster.folder, log);
  const port = await freePort(cluster.state.port);
  if (port !== cluster.state.port) await writeState(folder, { ...cluster.state, port });
  const server = await serveCluster(cluster, port, options);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= server.stop().finally(() => claimed.release()));
  return {
    ...describe(port, cluster.state.password),
    folder: cluster.folder,
    ended: server.ended,
    stop,
  };
}

function describe(port: number, superuserPassword: string): Pick<RunningPostgres, 'port' | 'superuserUrl' | 'urlFor'> {
  const urlFor = (database = 'postgres', role = 'postgres', password = superuserPassword) =>
    `postgres://${encodeURIComponent(role)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  return { port, superuserUrl: urlFor(), urlFor };
}
