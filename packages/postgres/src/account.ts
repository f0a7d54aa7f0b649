import { chmod, chown, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user and group ids that Postgres runs under when they differ from ours. */
export interface SystemAccount {
  uid: number;
  gid: number;
}

/** The overflow user of every Linux distribution, without rights; initdb requires an id with a name. */
const OVERFLOW_USER: SystemAccount = { uid: 65_534, gid: 65_534 };

/** Postgres refuses to run as root. As root, we run it as the owner of the cluster, and a new cluster as the overflow user. */
export async function accountFor(cluster: string): Promise<SystemAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : OVERFLOW_USER;
}

/** Whether the account may traverse every folder above `path`. */
export async function isReachable(path: string, account: SystemAccount): Promise<boolean> {
  let folder = await realpath(path);
  while (folder !== dirname(folder)) {
    folder = dirname(folder);
    if (!(await mayPass(folder, account))) return false;
  }
  return true;
}

/** Lets the account traverse our folder without listing it or writing there. */
export async function allowTraversal(folder: string, account: SystemAccount): Promise<void> {
  if (await mayPass(folder, account)) return;
  const { uid, mode } = await stat(folder);
  await chown(folder, uid, account.gid);
  await chmod(folder, (mode & 0o707) | 0o010);
}

async function mayPass(folder: string, { uid, gid }: SystemAccount): Promise<boolean> {
  const { mode, uid: owner, gid: group } = await stat(folder);
  if (owner === uid) return (mode & 0o100) !== 0;
  if (group === gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
