import { chmod, chown, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The ids that Postgres runs under when they are not our own. */
export interface Account {
  uid: number;
  gid: number;
}

/** "nobody" on every Linux distribution; initdb insists that the id has a name. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/** Postgres refuses to run as root, so root hands it to whoever owns the cluster, and a new cluster to nobody. */
export async function accountFor(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** Whether every folder above `path` lets the account pass. */
export async function isReachable(path: string, account: Account): Promise<boolean> {
  let folder = await realpath(path);
  while (folder !== dirname(folder)) {
    folder = dirname(folder);
    if (!(await mayPass(folder, account))) return false;
  }
  return true;
}

/** Lets the account pass through a folder of ours, without letting it list the folder or write there. */
export async function allowTraversal(folder: string, account: Account): Promise<void> {
  if (await mayPass(folder, account)) return;
  const { uid, mode } = await stat(folder);
  await chown(folder, uid, account.gid);
  await chmod(folder, (mode & 0o707) | 0o010);
}

async function mayPass(folder: string, { uid, gid }: Account): Promise<boolean> {
  const { mode, uid: owner, gid: group } = await stat(folder);
  if (owner === uid) return (mode & 0o100) !== 0;
  if (group === gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
