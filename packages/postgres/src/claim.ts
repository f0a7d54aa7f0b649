import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProcess } from './processes.ts';

/** A data folder is claimed by the process that started its Postgres until that process lets go or dies. */
export interface FolderClaim {
  release(): Promise<void>;
}

/** Takes the folder over, also from a process that died without letting go. Throws when a living process has it. */
export async function claimFolder(dataDir: string): Promise<FolderClaim> {
  const path = lockOf(dataDir);
  const own = `${process.pid} ${(await findProcess(process.pid))?.started ?? ''}`;
  while (!(await create(path, own))) {
    const holder = await readHolder(path);
    if (holder?.alive)
      throw new Error(`${dataDir} is in use by process ${holder.pid}; stop it first, or choose another data folder.`);
    if (holder) await rm(path, { force: true });
  }
  return { release: () => rm(path, { force: true }) };
}

/** Whether a process that claimed the folder died without letting go. */
export const isAbandoned = async (dataDir: string): Promise<boolean> =>
  (await readHolder(lockOf(dataDir)))?.alive === false;

const lockOf = (dataDir: string): string => join(dataDir, 'postgres.lock');

/** The file appears with its content, so nobody ever reads half a claim. */
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

/** Who wrote the claim; undefined when there is none. */
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
