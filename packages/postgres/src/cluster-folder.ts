import { createHash } from 'node:crypto';
import { access, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@assay/kit/log';
import { accountFor, allowTraversal, isReachable, type SystemAccount } from './account.ts';
import type { ClusterState } from './state.ts';

/** Root puts a cluster here when the account that runs it cannot reach the data folder. */
const FALLBACK = '/var/lib/assay';

/**
 * The folder that holds the cluster: the data folder, unless we are root and Postgres' account cannot reach it (for
 * example a clone under /root). A cluster stays in the folder of its first start.
 */
export async function findClusterFolder(
  dataDir: string,
  state: ClusterState | undefined,
  account: SystemAccount | undefined,
  log: Logger,
): Promise<string> {
  const home = state?.home ?? dataDir;
  if (!account) return home;
  if (state === undefined && !(await isReachable(dataDir, account))) return elsewhere(dataDir, account, log);
  if (!(await isReachable(home, account)))
    throw new Error(
      `Postgres runs as uid ${account.uid} and cannot reach ${home}. Choose a data folder that this uid can reach.`,
    );
  await allowTraversal(home, account);
  return home;
}

async function elsewhere(dataDir: string, account: SystemAccount, log: Logger): Promise<string> {
  const home = await fallbackFolder(dataDir);
  await mkdir(home, { recursive: true });
  await allowTraversal(home, account);
  log.info(
    { dataDir, home },
    `the database is kept in ${home}: Postgres may not run as root, and uid ${account.uid} cannot reach ${dataDir}`,
  );
  return home;
}

/** The folder of a cluster that root puts elsewhere. */
export async function fallbackFolder(dataDir: string): Promise<string> {
  const name = createHash('sha256').update(await realpath(dataDir));
  return join(FALLBACK, name.digest('hex').slice(0, 16));
}

/**
 * Refuses a data folder without a state when there is a database where its own would be made: the folder was lost, or
 * deleted without the database that root had put elsewhere. @throws an Error that tells an operator what to do.
 */
export async function refuseStray(dataDir: string): Promise<void> {
  const account = await accountFor(join(dataDir, 'postgres'));
  const isElsewhere = account !== undefined && !(await isReachable(dataDir, account));
  const home = isElsewhere ? await fallbackFolder(dataDir) : dataDir;
  const folder = join(home, 'postgres');
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  const ways = isElsewhere ? `Restore the file, remove ${home} to begin anew without its data` : 'Restore the file';
  throw new Error(
    `${folder} holds a database, but postgres.json with its password is missing from ${dataDir}. ${ways}, or choose another data folder.`,
  );
}
