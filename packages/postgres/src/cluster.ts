import { randomBytes } from 'node:crypto';
import { access, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountFor, type SystemAccount } from './account.ts';
import { findBinaries, POSTGRES_MAJOR, type PostgresBinaries } from './binaries.ts';
import { findClusterFolder, refuseStray } from './cluster-folder.ts';
import { unpackTemplate } from './cluster-template.ts';
import { runToEnd, type ProgramOptions } from './run.ts';
import { FORGETFUL } from './server-settings.ts';
import { readState, writeState, type ClusterState } from './state.ts';

/** A cluster that is ready to be served. */
export interface PostgresCluster extends PostgresBinaries {
  folder: string;
  account: SystemAccount | undefined;
  state: ClusterState;
}

export interface ClusterOptions extends ProgramOptions {
  /**
   * An archive that `makeTemplate` wrote: a new cluster is unpacked from it, if it is there, where `initdb` would take more
   * time and need a user id with a name.
   */
  template?: string | undefined;
}

/**
 * Opens the cluster of a data folder, and makes it when there is none. A new cluster is built under another name and
 * renamed when it is complete and its password is stored, so that the next start repairs any interruption.
 */
export async function openCluster(dataDir: string, options: ClusterOptions): Promise<PostgresCluster> {
  const { log } = options;
  const known = await readState(dataDir);
  const account = await accountFor(join(known?.home ?? dataDir, 'postgres'));
  const home = await findClusterFolder(dataDir, known, account, log);
  const binaries = await findBinaries(home, account);
  const [folder, unfinished] = [join(home, 'postgres'), join(home, 'postgres.unfinished')];
  let state = known;
  if (!state) {
    await refuseStray(dataDir);
    state = { password: randomBytes(24).toString('hex'), ...(home !== dataDir && { home }) };
    await makeCluster(unfinished, { ...binaries, account, state, ...options });
    await writeState(dataDir, state);
  }
  if (!(await exists(folder))) {
    if (!(await exists(unfinished)))
      throw new Error(
        `The database of ${dataDir} is missing: ${folder} does not exist. Restore it, or choose another data folder.`,
      );
    await rename(unfinished, folder);
  }
  await refuseOtherMajor(folder);
  return {
    ...binaries,
    folder,
    account,
    state,
  };
}

type NewCluster = Pick<PostgresCluster, 'initdb' | 'account' | 'state'> & ClusterOptions;

async function makeCluster(folder: string, options: NewCluster): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const { template, account, state } = options;
  if (template === undefined || !(await exists(template))) return initialize(folder, options);
  if (account) await chown(folder, account.uid, account.gid);
  options.onSpawn?.();
  await unpackTemplate(template, folder, state.password, account);
}

async function initialize(folder: string, { initdb, account, state, durable, onSpawn }: NewCluster): Promise<void> {
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, state.password, { mode: 0o600 });
  if (account) await Promise.all([folder, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  try {
    await runToEnd(
      initdb,
      [
        '--pgdata',
        folder,
        '--username',
        'postgres',
        '--pwfile',
        passwordFile,
        '--auth',
        'scram-sha-256',
        '--encoding',
        'UTF8',
        '--locale',
        'C',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync', '--set', `scram_iterations=${FORGETFUL.scram_iterations}`]),
      ],
      account,
      onSpawn,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function refuseOtherMajor(folder: string): Promise<void> {
  const major = Number(await readFile(join(folder, 'PG_VERSION'), 'utf8'));
  if (major !== POSTGRES_MAJOR)
    throw new Error(
      `${folder} belongs to Postgres ${major}; this version of Assay runs Postgres ${POSTGRES_MAJOR}. Choose another data folder, or move the data with pg_dump.`,
    );
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
