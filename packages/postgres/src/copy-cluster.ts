import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeFolder } from '@assay/kit/files/make-folder';
import type { Logger } from '@assay/kit/log';
import { claimSource } from './folder-claim.ts';
import { stopOrphan } from './orphan.ts';
import { assertDatabase, writeState } from './state.ts';

export interface CopyOptions {
  /** The names of what is copied beside the cluster, where it is there. */
  files: string[];
  log: Logger;
  /** Runs on the whole copy before it gets its name. */
  finish?: (copy: string) => Promise<void>;
}

/**
 * Copies a data folder whose Postgres does not run: the cluster, also when root had to put it elsewhere, and `files`
 * beside it. `to` appears when it is whole; a copy that fails leaves nothing. Owners and times are kept.
 *
 * @throws an Error for an operator: the folder is in use or holds no database, `to` is not empty, or a copy failed.
 */
export async function copyDataFolder(from: string, to: string, { files, log, finish }: CopyOptions): Promise<void> {
  await assertEmpty(to);
  if (!relative(from, to).startsWith('..')) throw new Error(`${to} is inside of ${from}. Choose another folder.`);
  const state = await assertDatabase(from);
  const claim = await claimSource(from);
  const unfinished = `${to}.unfinished`;
  try {
    const cluster = join(state.home ?? from, 'postgres');
    if (claim) await stopOrphan(cluster, log);
    await rm(unfinished, { recursive: true, force: true });
    await makeFolder(unfinished);
    const present = await readdir(from);
    const beside = files.filter((name) => present.includes(name)).map((name) => join(from, name));
    await copyAll([cluster, ...beside], unfinished);
    const { home: _, ...kept } = state;
    await writeState(unfinished, kept);
    await finish?.(unfinished);
    await rm(to, { recursive: true, force: true });
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await claim?.release();
  }
}

/** Refuses a path of anything but an empty or missing folder. */
async function assertEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw new Error(`${folder} is not a folder. Choose another one.`);
    throw error;
  });
  if (found.length > 0) throw new Error(`${folder} is not empty. Choose another folder.`);
}

/** Node's own copy does not keep owners, and Postgres refuses a cluster that is not its own. */
async function copyAll(paths: string[], into: string): Promise<void> {
  const program = spawn('cp', ['-Rp', ...paths, into], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [[code], reasons] = await Promise.all([once(program, 'close'), text(program.stderr)]);
  if (code !== 0) throw new Error(`The copy into ${into} failed: ${firstOf(reasons)}`);
}

/** The first reason of cp, which prints one for each file, and the number of the others. */
function firstOf(reasons: string): string {
  const [first = '', ...others] = reasons.trim().split('\n');
  return others.length === 0 ? first : `${first}, and ${others.length} more`;
}
