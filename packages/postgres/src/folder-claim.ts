import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProcess } from './processes.ts';

/**
 * The claim of a process on a data folder, from the start of its Postgres until the process releases the claim or
 * dies.
 */
export interface FolderClaim {
  release(): Promise<void>;
}

/**
 * Claims the folder, also after a process that died without a release. @throws when a living process holds the claim.
 */
export async function claimFolder(dataDir: string): Promise<FolderClaim> {
  const path = lockOf(dataDir);
  const own = `${process.pid} ${(await findProcess(process.pid))?.started ?? ''}`;
  while (!(await create(path, own))) {
    const holder = await readHolder(path);
    if (holder?.alive) throw inUse(dataDir, holder.pid);
    if (holder) await rm(path, { force: true });
  }
  return { release: () => rm(path, { force: true }) };
}

/**
 * Claims a folder that is only read. Undefined on a read-only file system, where no Postgres can start.
 * @throws when a living process holds the claim.
 */
export async function claimSource(dataDir: string): Promise<FolderClaim | undefined> {
  try {
    return await claimFolder(dataDir);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EROFS') throw error;
    const holder = await readHolder(lockOf(dataDir));
    if (holder?.alive) throw inUse(dataDir, holder.pid);
    return undefined;
  }
}

const inUse = (dataDir: string, pid: number): Error =>
  new Error(`${dataDir} is in use by process ${pid}; stop it first, or choose another data folder.`);

/** Whether the process that claimed the folder died without a release. */
export const isAbandoned = async (dataDir: string): Promise<boolean> =>
  (await readHolder(lockOf(dataDir)))?.alive === false;

const lockOf = (dataDir: string): string => join(dataDir, 'postgres.lock');

/** The file appears with its content, so that a reader never sees half a claim. */
async function create(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, content, { mode: 0o600 });
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The process that wrote the claim; undefined when there is no claim. */
async function readHolder(path: string): Promise<{ pid: number; alive: boolean } | undefined> {
  try {
    const [, pid, started] = /^(\d+) (.*)$/.exec(await readFile(path, 'utf8')) ?? [];
    const found = await findProcess(Number(pid));
    return { pid: Number(pid), alive: found !== undefined && found.started === started };
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}
