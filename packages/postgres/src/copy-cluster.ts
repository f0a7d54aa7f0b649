import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '@assay/kit/make-folder';
import type { Logger } from '@assay/kit/log';
import { claimFolder } from './folder-claim.ts';
import { stopOrphan } from './orphan.ts';
import { readState, writeState } from './state.ts';

/**
 * Copies a data folder whose Postgres does not run: the cluster, also when root had to put it elsewhere, and `files`
 * beside it. `to` appears when it is whole. Owners and times are kept.
 *
 * @throws an Error for an operator: the folder is in use or holds no database, `to` is not empty, or a copy failed.
 */
export async function copyDataFolder(from: string, to: string, files: string[], log: Logger): Promise<void> {
  if ((await readdir(to).catch(() => [])).length > 0) throw new Error(`${to} is not empty. Choose another folder.`);
  const state = await readState(from);
  if (!state) throw new Error(`${from} holds no database: postgres.json is missing.`);
  const claim = await claimFolder(from);
  const unfinished = `${to}.unfinished`;
  try {
    const cluster = join(state.home ?? from, 'postgres');
    await stopOrphan(cluster, log);
    await rm(unfinished, { recursive: true, force: true });
    await makeFolder(dirname(to));
    await mkdir(unfinished, { mode: 0o700 });
    const present = await readdir(from);
    const beside = files.filter((name) => present.includes(name)).map((name) => join(from, name));
    await copyAll([cluster, ...beside], unfinished);
    const { home: _, ...kept } = state;
    await writeState(unfinished, kept);
    await rm(to, { recursive: true, force: true });
    await rename(unfinished, to);
  } finally {
    await claim.release();
  }
}

/** Node's own copy does not keep owners, and Postgres refuses a cluster that is not its own. */
async function copyAll(paths: string[], into: string): Promise<void> {
  const [code] = (await once(spawn('cp', ['-Rp', ...paths, into], { stdio: 'inherit' }), 'close')) as [number | null];
  if (code !== 0) throw new Error(`The copy into ${into} failed.`);
}
