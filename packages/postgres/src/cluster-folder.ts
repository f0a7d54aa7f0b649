import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@assay/kit/log';
import { isReachable, allowTraversal, type SystemAccount } from './account.ts';
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
  const home = join(
    FALLBACK,
    createHash('sha256')
      .update(await realpath(dataDir))
      .digest('hex')
      .slice(0, 16),
  );
  await mkdir(home, { recursive: true });
  await allowTraversal(home, account);
  log.info(
    { dataDir, home },
    `the database is kept in ${home}: Postgres may not run as root, and uid ${account.uid} cannot reach ${dataDir}`,
  );
  return home;
}
