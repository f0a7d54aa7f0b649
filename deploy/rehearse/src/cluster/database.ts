import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyDataFolder } from '@assay/postgres/copy-cluster';
import { Closers } from '@assay/local/closers';
import { startPostgres, type RunningPostgres } from '@assay/postgres/start-postgres';
import { waitUntil } from '@assay/testkit/until';
import { temporaryFolder, testLog } from '../../../local/test/support/installation.ts';
import { startBalancer } from './balancer.ts';
import { makeStandby, permitStandby, type Standby } from './standby.ts';

const run = promisify(execFile);

/** The longest recovery of Postgres after a crash, in milliseconds. */
const START_MS = 90_000;

/** The Postgres of a cluster. With a standby its address is one that leads to the primary of the moment. */
export interface ClusterDatabase {
  superuserUrl: string;
  /** The URL of a service's role, which has its name as password. */
  urlOf(role: string): string;
  /** Ends Postgres as the kernel does when memory runs out. */
  kill(): Promise<void>;
  /** Starts it again after it ended. */
  start(): Promise<void>;
  /** Stops it, and copies its data folder as docs/operations/back-up.md says; answers the copy's folder. */
  backUp(): Promise<string>;
  /** Deletes the data of a Postgres that ended, and takes the data of a copy. */
  restore(copy: string): Promise<void>;
  /** Fills the disk, or makes room again; only with a small disk. */
  fillDisk(): Promise<void>;
  emptyDisk(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  remove(): Promise<void>;
}

export interface DatabaseOptions {
  /** Whether it has a synchronous standby. */
  standby?: boolean | undefined;
  /** Whether its data are on a disk of their own with this many megabytes, which takes root and Linux. */
  diskMegabytes?: number | undefined;
}

export async function startDatabase(options: DatabaseOptions): Promise<ClusterDatabase> {
  const closers = new Closers();
  try {
    return await openDatabase(closers, options);
  } catch (error) {
    await closers.stop();
    throw error;
  }
}

async function openDatabase(
  closers: Closers,
  { standby: hasStandby = false, diskMegabytes }: DatabaseOptions,
): Promise<ClusterDatabase> {
  const folder = await temporaryFolder();
  closers.add({ stop: () => folder.remove() });
  const ballast = join(folder.path, 'ballast');
  if (diskMegabytes !== undefined) {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder.path]);
    closers.add({ stop: async () => void (await run('umount', [folder.path])) });
  }
  const open = async () => {
    const opened = await startPostgres({ dataDir: folder.path, durable: true, log: testLog });
    opened.ended.catch(() => undefined);
    return opened;
  };
  let postgres: RunningPostgres = await open();
  closers.add({ stop: () => postgres.stop().catch(() => undefined) });
  let standby: Standby | undefined;
  if (hasStandby) {
    await permitStandby(postgres.folder);
    await postgres.stop();
    const copied = await temporaryFolder();
    closers.add({ stop: () => copied.remove() });
    standby = await makeStandby({ from: folder.path, to: copied.path, primary: postgres });
    postgres = await open();
    await standby.start();
    closers.add(standby);
  }
  let isPromoted = false;
  const balancer = hasStandby
    ? await startBalancer(() => ({ hosts: ['127.0.0.1'], port: isPromoted ? standby!.port : postgres.port }))
    : undefined;
  if (balancer) closers.add(balancer);
  const at = (url: string) =>
    balancer ? Object.assign(new URL(url), { port: String(balancer.port) }).toString() : url;
  return {
    superuserUrl: at(postgres.superuserUrl),
    urlOf: (role) => at(postgres.urlFor('postgres', role, role)),
    async kill() {
      const pid = Number((await readFile(join(postgres.folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      await postgres.ended.catch(() => undefined);
      await postgres.stop().catch(() => undefined);
    },
    async backUp() {
      await postgres.stop();
      const copy = `${folder.path}-backup`;
      await copyDataFolder(folder.path, copy, { files: [], log: testLog });
      closers.add({ stop: () => rm(copy, { recursive: true }) });
      return copy;
    },
    async restore(copy) {
      for (const name of await readdir(folder.path)) await rm(join(folder.path, name), { recursive: true });
      await copyDataFolder(copy, folder.path, { files: [], log: testLog });
    },
    async fillDisk() {
      // Ends with an error when nothing more fits.
      await run('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']).catch(() => undefined);
    },
    emptyDisk: () => rm(ballast),
    async start() {
      await postgres.stop().catch(() => undefined);
      // A new Postgres refuses to start until the sessions of the old one have ended.
      postgres = await waitUntil(open, START_MS);
    },
    async promote() {
      await standby!.promote();
      isPromoted = true;
    },
    remove: () => closers.stop(),
  };
}
